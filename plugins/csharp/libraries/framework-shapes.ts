/** Provides .NET's public types and members from a table. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { namespacesOf, readShape } from "./shape-text.ts";
import type { LibraryShape } from "./shapes.ts";

/** Matches extension methods, which are called on their first parameter: `|.Name'1(@`. */
const EXTENSION = /\|\.(\w+)(?:'\d+)?\(@/g;

export class FrameworkShapes {
  /** The lines by simple name. */
  readonly #lines = new Map<string, string[]>();
  readonly #shapes = new Map<string, readonly LibraryShape[]>();
  readonly #namespaceOf = namespacesOf((name) => this.#lines.get(name) ?? []);
  #extensions: Map<string, Set<string>> | undefined;

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const name = line.slice(0, line.indexOf(" "));
      const others = this.#lines.get(name);
      if (others) others.push(line);
      else this.#lines.set(name, [line]);
    }
  }

  has(name: string): boolean {
    return this.#lines.has(name);
  }

  typesNamed(name: string): readonly LibraryShape[] {
    let shapes = this.#shapes.get(name);
    if (!shapes) {
      const lines = this.#lines.get(name) ?? [];
      shapes = lines.map((line) => readShape(line, this.#namespaceOf));
      this.#shapes.set(name, shapes);
    }
    return shapes;
  }

  /** Returns the simple names of classes that have such an extension method. */
  extending(method: string): Iterable<string> {
    if (!this.#extensions) {
      this.#extensions = new Map();
      for (const [name, lines] of this.#lines)
        for (const line of lines)
          for (const [, own = ""] of line.matchAll(EXTENSION))
            this.#extensions.set(own, (this.#extensions.get(own) ?? new Set()).add(name));
    }
    return this.#extensions.get(method) ?? [];
  }
}

/** Loads the table, which has a size of 1.2 MB. A thread only loads it once. */
export async function frameworkShapes(context: Pick<WorkerContext, "keep">): Promise<FrameworkShapes> {
  return await context.keep("framework shapes", async () => {
    const { default: written } = await import("../engine/framework-shapes.json", { with: { type: "json" } });
    return new FrameworkShapes(written.types);
  });
}
