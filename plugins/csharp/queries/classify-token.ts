/** Decides about one token of the name: what it is used as, and whether it is a use of the targets. */
import { applicableCandidate } from "../binding/applicability.ts";
import { DeclarationBinder } from "../binding/binder.ts";
import type { Binder, BoundValue } from "../binding/bound-value.ts";
import { bindCref } from "../binding/crefs.ts";
import { KIND } from "../outline/declaration-table.ts";
import { baseClass } from "../semantics/member-lookup.ts";
import { fullName } from "../semantics/package-symbols.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import { enclosingDeclarations, type SourceFile } from "../semantics/source-file.ts";
import type { TypeRef, TypeSymbol } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { creationOf, isInNameof, isTypePosition, tokenAt } from "../syntax/token-position.ts";
import type { Candidate } from "./candidate-tokens.ts";
import { reachOf } from "./external-targets.ts";
import type { Targets } from "./related-members.ts";

export interface Verdict {
  certainty: "certain" | "possible" | "other";
  /** declaration call read write type attribute nameof, or namespace. */
  kind: string;
  via?: string;
}

const OTHER: Verdict = { certainty: "other", kind: "" };

export class Classifier {
  readonly #model: SemanticModel;
  readonly #file: SourceFile;
  readonly #targets: Targets;
  readonly #name: string;
  readonly #binders: Map<number, Binder>;
  readonly #reachable: boolean;

  /** `binders` of the file's declarations, where other targets of that name are asked about too. */
  constructor(
    model: SemanticModel,
    file: SourceFile,
    targets: Targets,
    name: string,
    binders = new Map<number, Binder>(),
  ) {
    this.#binders = binders;
    this.#model = model;
    this.#file = file;
    this.#targets = targets;
    this.#name = name;
    this.#reachable =
      targets.outside !== undefined ||
      ((targets.homes?.has(file.path) ?? true) &&
        [...targets.assemblies].some((assembly) => model.sees(file.assembly, assembly)));
  }

  classify(candidate: Candidate): Verdict {
    const { offset } = candidate;
    switch (candidate.as) {
      case "text":
        return { certainty: "possible", kind: "text" };
      case "cref":
        return this.#reachable || this.#targets.homes ? this.#cref(candidate) : OTHER;
      case "initializer":
        return this.#reachable ? this.#initializer(offset) : OTHER;
      case "name":
        break;
      default:
        return this.#reachable ? this.#otherWord(candidate) : OTHER;
    }
    const declared = this.#file.declarations.findIndex((one) => one.nameStart <= offset && offset < one.nameEnd);
    if (declared >= 0) {
      const verdict = this.#declaration(declared, offset);
      if (verdict) return verdict;
    }
    if (!this.#reachable) return OTHER;
    return this.#targets.outside ? this.#ofOutside(offset, this.#targets.outside) : this.#use(offset, this.#name);
  }

  /** A type of that name is not the one that is asked for where the file does not import its namespace. */
  #ofOutside(offset: number, outside: NonNullable<Targets["outside"]>): Verdict {
    if (outside.owners) return this.#use(offset, this.#name);
    const index = this.#file.declarationAt(offset);
    const reach = reachOf(this.#file, index, offset, outside);
    if (reach === "written") return { certainty: "certain", kind: "type" };
    return reach === "imported" ? this.#use(offset, this.#name) : OTHER;
  }

  #use(offset: number, word: string): Verdict {
    const index = this.#file.declarationAt(offset);
    if (index < 0 || this.#file.declarations[index]!.kind === KIND.namespace) return this.#outside(offset, index, word);
    return this.#inside(index, offset);
  }

  /** An alias, or `[Foo]` for `FooAttribute`: only what is that for sure counts. */
  #otherWord({ offset, as, word }: Candidate): Verdict {
    const { outside } = this.#targets;
    const index = this.#file.declarationAt(offset);
    if (outside && reachOf(this.#file, index, offset, outside) === "no") return OTHER;
    const verdict = this.#use(offset, word);
    const isDoubted = verdict.certainty === "possible" && outside !== undefined;
    if ((verdict.certainty !== "certain" && !isDoubted) || (as === "attribute" && verdict.kind !== "attribute"))
      return OTHER;
    return verdict;
  }

  /** `base(…)` and `this(…)` before a constructor's body. */
  #initializer(offset: number): Verdict {
    const index = this.#file.declarationAt(offset);
    if (index < 0 || this.#file.declarations[index]!.kind !== KIND.constructor) return OTHER;
    const [type] = this.#model.enclosingTypes({ file: this.#file, index });
    if (!type) return OTHER;
    const of = this.#file.text.startsWith("this", offset)
      ? this.#model.names.selfOf(type)
      : baseClass(this.#model, type);
    const isTarget = of?.is === "type" && this.#constructs(of.type.key);
    return isTarget ? { certainty: "certain", kind: "call" } : OTHER;
  }

  #constructs(owner: string): boolean {
    return this.#targets.members.some(
      (member) => member.declaration.kind === KIND.constructor && member.owner.key === owner,
    );
  }

  #cref({ offset, cref }: Candidate): Verdict {
    const kind = "cref";
    const meaning = bindCref(this.#model, this.#file, cref!.value, offset - cref!.start, offset);
    switch (meaning.is) {
      case "namespace":
        return this.#targets.namespaces.has(meaning.name) ? { certainty: "certain", kind } : OTHER;
      case "members":
        return this.#judgeMembers(meaning.members, kind);
      case "type":
        return meaning.type.is === "type" && this.#targets.types.has(meaning.type.type.key)
          ? { certainty: "certain", kind }
          : OTHER;
      case "unknown":
        return { certainty: "possible", kind };
      case "other":
        return OTHER;
    }
  }

  #declaration(index: number, offset: number): Verdict | undefined {
    const { kind, nameStart } = this.#file.declarations[index]!;
    const key = `${this.#file.path}#${index}`;
    // In `namespace A.B` each part is a token of its own.
    if (kind === KIND.namespace) return this.#namespaceToken(index, offset);
    if (nameStart !== offset) return undefined;
    if (this.#targets.asked.has(key)) return { certainty: "certain", kind: "declaration" };
    const via = this.#targets.related.get(key);
    return via ? { certainty: "certain", kind: "declaration", via } : OTHER;
  }

  #namespaceToken(index: number, offset: number): Verdict {
    const { nameStart } = this.#file.declarations[index]!;
    const outer: string[] = [];
    for (const at of enclosingDeclarations(this.#file, this.#file.declarations[index]!.parent))
      outer.unshift(this.#file.declarations[at]!.name);
    const upTo = this.#file.text.slice(nameStart, offset + this.#name.length).replace(/[\s@]/g, "");
    const full = [...outer, upTo].join(".");
    return this.#targets.namespaces.has(full) ? { certainty: "certain", kind: "declaration" } : OTHER;
  }

  /** In a using directive or an attribute of the assembly: a dotted name. */
  #outside(offset: number, index: number, word: string): Verdict {
    const { text } = this.#file;
    const line = text.slice(Math.max(0, offset - 400), offset);
    const before = /(?:[\p{L}_][\p{L}\p{N}_]*\s*\.\s*)*$/u.exec(line)?.[0] ?? "";
    const path = (before + word).replace(/[\s@]/g, "");
    const after = text.slice(offset + word.length, offset + word.length + 400);
    if (/^\s*=(?!=)/.test(after) && before === "") return OTHER;
    if (this.#targets.namespaces.has(path)) return { certainty: "certain", kind: "namespace" };
    if (this.#model.isNamespace(path)) return OTHER;
    const args = /^\s*</.test(after) ? Number(after.slice(0, after.indexOf(">")).split(",").length) : 0;
    const written = args > 0 ? `${path}<${Array(args).fill("int").join()}>` : path;
    const isAttribute = /\[\s*(?:assembly|module)\s*:[^\]=]*$/.test(line);
    const scope = { file: this.#file, index };
    let type = this.#model.resolveText(written, scope);
    if (isAttribute && type.is !== "type") type = this.#model.resolveText(`${written}Attribute`, scope);
    const kind = isAttribute ? "attribute" : "type";
    if (type.is === "type") {
      const isTarget = this.#targets.types.has(type.type.key) || (isAttribute && this.#constructs(type.type.key));
      return isTarget ? { certainty: "certain", kind } : OTHER;
    }
    const isElsewhere = type.is === "external" && (this.#model.complete || this.#targets.members.length > 0);
    return isElsewhere ? OTHER : { certainty: "possible", kind };
  }

  #inside(index: number, offset: number): Verdict {
    for (const pass of this.#file.passesOf(offset)) {
      if (!this.#file.isActive(offset, pass)) continue;
      const token = tokenAt(this.#file.tree(index, pass), offset);
      if (!token) break;
      // A contextual keyword, such as `await`, where it is one.
      if (token.type !== "identifier" && token.type === this.#file.text.slice(token.start, token.end)) return OTHER;
      const kind = this.#kindOf(token);
      if (this.#isBroken(token)) return { certainty: "possible", kind };
      return this.#judge(this.#binder(index).resolve(token), token, kind);
    }
    return { certainty: "possible", kind: "read" };
  }

  #binder(index: number): Binder {
    let binder = this.#binders.get(index);
    if (!binder) {
      binder = new DeclarationBinder(this.#model, this.#file, index);
      this.#binders.set(index, binder);
    }
    return binder;
  }

  /** Next to an error of the grammar nothing is sure. */
  #isBroken(token: SyntaxNode): boolean {
    for (let at: SyntaxNode | undefined = token; at; at = at.parent) {
      if (at.type === "ERROR") return true;
      if (/statement$|_declaration$/.test(at.type)) return at.children.some((child) => child.type === "ERROR");
    }
    return false;
  }

  #judge(value: BoundValue, token: SyntaxNode, kind: string): Verdict {
    switch (value.is) {
      case "local":
        return OTHER;
      case "foreign":
        if (this.#targets.outside?.owners) return this.#ofMember(value, token, kind, this.#targets.outside.owners);
        return this.#isOutside(value.type, value.name) ? { certainty: "certain", kind: typeKind(kind) } : OTHER;
      case "namespace":
        return this.#targets.namespaces.has(value.name) ? { certainty: "certain", kind: "namespace" } : OTHER;
      case "type":
        return this.#judgeType(value, token, kind);
      case "group":
        return this.#judgeMembers(value.members, kind);
      case "value":
        if (value.members) return doubted(this.#judgeMembers(value.members, kind), value.doubt);
        return value.type.is === "unknown" ? this.#undecided(token, kind) : OTHER;
      case "unknown":
        return this.#undecided(token, kind);
    }
  }

  #judgeType(value: BoundValue & { is: "type" }, token: SyntaxNode, kind: string): Verdict {
    const { type } = value;
    if (type.is === "unknown") return this.#undecided(token, kind);
    if (this.#isOutside(type)) return { certainty: "certain", kind: typeKind(kind) };
    if (type.is !== "type") return OTHER;
    if (this.#targets.types.has(type.type.key)) return { certainty: "certain", kind: typeKind(kind) };
    // `new Foo()`, `[Foo]` and `: Foo(…)` are uses of Foo's constructors.
    const created = this.#constructs(type.type.key) ? creationOf(token) : undefined;
    if (!created || this.#isDefault(type.type, created)) return OTHER;
    return { certainty: "certain", kind: kind === "attribute" ? kind : "call" };
  }

  /** The engine's type that is asked for, by its name: no script declares another one. */
  #isOutside(type: TypeRef, name?: string): boolean {
    const { outside } = this.#targets;
    if (!outside || outside.owners || type.is !== "external") return false;
    const is = (word: string) => word === outside.name || `${word}Attribute` === outside.name;
    return is(type.name) && is(name ?? outside.name);
  }

  /** A member that no script declares: of which type is known, or nothing is known of what stands in front. */
  #ofMember(
    value: BoundValue & { is: "foreign" },
    token: SyntaxNode,
    kind: string,
    owners: readonly string[],
  ): Verdict {
    const { owner, group } = value;
    const meant = group ? group.methods.map(({ shape }) => fullName(shape)) : owner === undefined ? [] : [owner];
    const hits = meant.filter((each) => owners.includes(each)).length;
    if (meant.length > 0)
      return hits === 0 ? OTHER : { certainty: hits === meant.length ? "certain" : "possible", kind };
    const access = token.parent?.type === "generic_name" ? token.parent.parent : token.parent;
    if (access?.type !== "member_access_expression" || value.name !== this.#name) return OTHER;
    const before = this.#binder(this.#file.declarationAt(token.start)).types.of(access.children[0]);
    const isOpaque = before.is === "unknown" || (before.is === "external" && before.name === "?");
    return isOpaque ? { certainty: "possible", kind } : OTHER;
  }

  /** `new S()` of a struct is no call of a constructor that it declares, unless one without parameters (C# §16.4.9). */
  #isDefault(type: TypeSymbol, created: SyntaxNode): boolean {
    if (type.kind !== KIND.struct || created.type !== "object_creation_expression") return false;
    const list = childOf(created, "arguments");
    if (list?.children.some((child) => child.type === "argument")) return false;
    return !this.#targets.members.some((member) => this.#model.header(member).parameters.length === 0);
  }

  #judgeMembers(members: readonly Member[], kind: string): Verdict {
    const asked = members.filter((member) => this.#targets.asked.has(member.key));
    const related = members.filter((member) => this.#targets.related.has(member.key));
    const hits = asked.length + related.length;
    if (hits === 0) return OTHER;
    if (hits < members.length) return { certainty: "possible", kind };
    return asked.length > 0
      ? { certainty: "certain", kind }
      : { certainty: "certain", kind, via: this.#targets.related.get(related[0]!.key)! };
  }

  /** Nothing is known of what stands in front: still, a call that no target could take is no use of them. */
  #undecided(token: SyntaxNode, kind: string): Verdict {
    const { members, types, namespaces } = this.#targets;
    if (members.length > 0 && types.size === 0 && namespaces.size === 0) {
      const call = this.#binder(this.#file.declarationAt(token.start)).calls.callOf(
        token.parent?.type === "generic_name" ? token.parent : token,
      );
      const methods = members.filter((member) => member.declaration.kind === KIND.method);
      if (call && methods.length === members.length) {
        const receiver = { is: "unknown" } as const;
        const matches = methods.some((member) => {
          const candidate = { member, substitution: new Map(), depth: 0 };
          return (
            applicableCandidate(this.#model, candidate, call) ||
            applicableCandidate(this.#model, candidate, { ...call, receiver })
          );
        });
        if (!matches) return OTHER;
      }
    }
    return { certainty: "possible", kind };
  }

  #kindOf(token: SyntaxNode): string {
    let node = token;
    if (node.parent?.type === "generic_name") node = node.parent;
    if (
      node.parent?.type === "attribute" ||
      (node.parent?.type === "qualified_name" && node.parent.parent?.type === "attribute")
    )
      return "attribute";
    if (isTypePosition(node)) return "type";
    // From the name to the whole `a.b.Name`.
    while (
      node.parent &&
      (node.field === "name" || node.parent.children.at(-1) === node) &&
      /^(?:member_access|member_binding|conditional_access)_expression$/.test(node.parent.type)
    )
      node = node.parent;
    const { parent } = node;
    if (parent?.type === "invocation_expression" && (childOf(parent, "function") ?? parent.children[0]) === node)
      return "call";
    if (isInNameof(node, this.#file.text)) return "nameof";
    if (parent?.type === "assignment_expression" && node.field === "left") return "write";
    if (
      parent &&
      /^(?:postfix|prefix)_unary_expression$/.test(parent.type) &&
      parent.children.some((child) => child.type === "++" || child.type === "--")
    )
      return "write";
    if (parent?.type === "argument" && parent.children.some((child) => child.type === "out" || child.type === "ref"))
      return "write";
    return "read";
  }
}

function typeKind(kind: string): string {
  return kind === "call" || kind === "read" ? "type" : kind;
}

function doubted(verdict: Verdict, doubt: boolean | undefined): Verdict {
  return doubt && verdict.certainty === "certain" ? { ...verdict, certainty: "possible" } : verdict;
}
