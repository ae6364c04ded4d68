/** Finds the declaration that encloses a position. */
import type { Declaration } from "../database/declaration.ts";
import type { IndexedFile } from "../engine/indexed-file.ts";

export class Enclosing {
  readonly #outer: readonly Declaration[];
  /** This is cached because `Declaration.members` parses on every access. */
  readonly #members = new Map<Declaration, readonly Declaration[]>();

  constructor(file: IndexedFile) {
    this.#outer = file.declarations;
  }

  /** Returns the innermost function, or else the class or variable. */
  at(offset: number): { declaration: Declaration; name: string } | undefined {
    let found: { declaration: Declaration; name: string } | undefined;
    let name = "";
    for (let list = this.#outer; ; ) {
      const declaration = list.find((each) => each.start <= offset && offset < each.end);
      if (!declaration) return found;
      const isScope = declaration.kind === "namespace";
      const own = [...(isScope ? declaration.names : []), declaration.name].join("::");
      const separator = found && found.declaration.kind !== "namespace" ? "." : "::";
      name = name === "" ? own : `${name}${separator}${own}`;
      found = { declaration, name };
      list = this.#membersOf(declaration);
    }
  }

  #membersOf(declaration: Declaration): readonly Declaration[] {
    let members = this.#members.get(declaration);
    if (!members) {
      members = declaration.members;
      this.#members.set(declaration, members);
    }
    return members;
  }
}
