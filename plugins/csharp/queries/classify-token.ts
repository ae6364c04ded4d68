/** Classifies a single occurrence of the name by the kind of use, and by whether it is one of the targets. */
import { applicableCandidate } from "../binding/applicability.ts";
import { DeclarationBinder } from "../binding/binder.ts";
import type { Binder, BoundValue } from "../binding/bound-value.ts";
import { candidatesFrom } from "../binding/overload-resolution.ts";
import { exclude } from "../outline/conditions.ts";
import { KIND } from "../outline/declaration-table.ts";
import { bindCref } from "../positions/crefs.ts";
import { constructorsOf } from "../positions/local-at.ts";
import { baseClass } from "../semantics/member-lookup.ts";
import { fullName } from "../semantics/package-symbols.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import { enclosingDeclarations, type SourceFile } from "../semantics/source-file.ts";
import { type ConstructedType, type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { creationOf, isNearError, tokenAt, usageOf } from "../syntax/token-position.ts";
import type { CandidateToken } from "./candidate-tokens.ts";
import { type Classification, certainIf, constructs, directiveUse, OTHER } from "./classify-directive.ts";
import { namespaceReach } from "./external-targets.ts";
import { signatureOf, type Targets } from "./related-members.ts";
import { refinedUse } from "./use-kinds.ts";

const REFINED: ReadonlySet<string> = new Set(["read", "write", "call"]);
export class TokenClassifier {
  readonly #model: SemanticModel;
  readonly #file: SourceFile;
  readonly #targets: Targets;
  readonly #name: string;
  readonly #binders: Map<number, Binder>;
  readonly #reachable: boolean;

  /** `binders` belong to the file's declarations, and queries for other targets share them. */
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
    const isSeen = () => [...targets.assemblies].some((assembly) => model.sees(file.assembly, assembly));
    const isHome = targets.homeFiles?.has(file.path) ?? true;
    this.#reachable = targets.external !== undefined || targets.undeclared || (isHome && isSeen());
  }

  classify(candidate: CandidateToken): Classification {
    const { offset } = candidate;
    switch (candidate.as) {
      case "text":
        return { certainty: "possible", kind: "text" };
      case "cref":
        return this.#reachable || this.#targets.homeFiles ? this.#cref(candidate) : OTHER;
      case "initializer":
        return this.#reachable ? this.#initializer(offset) : OTHER;
      case "name":
        break;
      default:
        return this.#reachable ? this.#otherWord(candidate) : OTHER;
    }
    const declared = this.#file.declarations.findIndex((one) => one.nameStart <= offset && offset < one.nameEnd);
    const classification = declared < 0 ? undefined : this.#declaration(declared, offset);
    if (classification) return classification;
    if (!this.#reachable) return OTHER;
    return this.#targets.external ? this.#externalUse(offset, this.#targets.external) : this.#use(offset, this.#name);
  }

  /** If the file doesn't import the namespace of the target, it can't be the target. */
  #externalUse(offset: number, external: NonNullable<Targets["external"]>): Classification {
    if (external.owners) return this.#use(offset, this.#name);
    const reach = namespaceReach(this.#file, this.#file.declarationAt(offset), offset, external);
    if (reach === "written") return { certainty: "certain", kind: "type" };
    return reach === "imported" ? this.#use(offset, this.#name) : OTHER;
  }

  #use(offset: number, word: string): Classification {
    const index = this.#file.declarationAt(offset);
    if (index < 0 || this.#file.declaration(index).kind === KIND.namespace)
      return directiveUse(this.#model, this.#file, this.#targets, { offset, index, word });
    return this.#inMember(offset);
  }

  /** Handles an alias, or `[Foo]` for `FooAttribute`. It only counts if it is certain. */
  #otherWord({ offset, as, word }: CandidateToken): Classification {
    const { external } = this.#targets;
    const index = this.#file.declarationAt(offset);
    if (external && namespaceReach(this.#file, index, offset, external) === "no") return OTHER;
    const use = this.#use(offset, word);
    const isAmbiguous = use.certainty === "possible" && external !== undefined;
    if ((use.certainty !== "certain" && !isAmbiguous) || (as === "attribute" && use.kind !== "attribute")) return OTHER;
    return use;
  }

  /** Handles `base(…)` or `this(…)` before the body of a constructor. */
  #initializer(offset: number): Classification {
    const index = this.#file.declarationAt(offset);
    if (index < 0 || this.#file.declaration(index).kind !== KIND.constructor) return OTHER;
    const [type] = this.#model.enclosingTypes({ file: this.#file, index });
    if (!type) return OTHER;
    const of = this.#file.text.startsWith("this", offset)
      ? this.#model.names.selfOf(type)
      : baseClass(this.#model, type);
    if (of?.is !== "type" || !constructs(this.#targets, of.type.key)) return OTHER;
    for (const pass of this.#file.passesOf(offset)) {
      const word = this.#file.isActive(offset, pass) ? tokenAt(this.#file.tree(index, pass), offset) : undefined;
      if (word?.parent?.type === "constructor_initializer") return this.#construction(of, word.parent, "call");
    }
    return { certainty: "possible", kind: "call" };
  }

  /** An object creation uses the constructor that its arguments select. */
  #construction(type: ConstructedType, created: SyntaxNode, kind: string): Classification {
    const binder = this.#binder(this.#file.declarationAt(created.start));
    const called = constructorsOf(binder, type, created, () => true);
    return called.length > 0 ? this.#judgeMembers(called, kind) : { certainty: "possible", kind };
  }

  #cref({ offset, cref }: CandidateToken): Classification {
    const kind = "cref";
    if (this.#targets.undeclared) return { certainty: "possible", kind };
    const meaning = bindCref(this.#model, this.#file, cref!.value, offset - cref!.start, offset);
    switch (meaning.is) {
      case "namespace":
        return certainIf(this.#targets.namespaces.has(meaning.name), kind);
      case "members":
        return this.#judgeMembers(meaning.members, kind);
      case "type":
        return meaning.type.is === "type" ? this.#typeUse(meaning.type.type.key, kind) : OTHER;
      case "unknown":
        return { certainty: "possible", kind };
      case "other":
        return OTHER;
    }
  }

  #declaration(index: number, offset: number): Classification | undefined {
    const { kind, nameStart } = this.#file.declaration(index);
    const key = `${this.#file.path}#${index}`;
    // The parts of `namespace A.B` are separate tokens.
    if (kind === KIND.namespace) return this.#namespaceToken(index, offset);
    if (nameStart !== offset) return undefined;
    if (this.#targets.requested.has(key)) return { certainty: "certain", kind: "declaration", of: key };
    const via = this.#targets.related.get(key);
    return via ? { certainty: "certain", kind: "declaration", via } : OTHER;
  }

  #namespaceToken(index: number, offset: number): Classification {
    const { nameStart } = this.#file.declaration(index);
    const outer: string[] = [];
    for (const at of enclosingDeclarations(this.#file, this.#file.declaration(index).parent))
      outer.unshift(this.#file.declaration(at).name);
    const upTo = this.#file.text.slice(nameStart, offset + this.#name.length).replace(/[\s@]/g, "");
    return certainIf(this.#targets.namespaces.has([...outer, upTo].join(".")), "declaration");
  }

  #inMember(offset: number): Classification {
    let best: Classification | undefined;
    for (const [index, pass] of this.#file.readingsOf(offset)) {
      const token = tokenAt(this.#file.treeAt(index, offset, pass), offset);
      if (!token) break;
      // This is a contextual keyword like `await`.
      if (token.type !== "identifier" && token.type === this.#file.text.slice(token.start, token.end)) return OTHER;
      const kind = usageOf(token, this.#file.text);
      // Close to a syntax error, nothing is certain.
      if (isNearError(token)) {
        best ??= { certainty: "possible", kind };
        continue;
      }
      const binder = this.#binder(index);
      const value = binder.resolve(token);
      let judged = this.#judge(value, token, kind);
      if (judged.certainty !== "other" && REFINED.has(judged.kind))
        judged = { ...judged, ...refinedUse(binder, value, token, judged.kind, this.#targets.members) };
      // Other branches of an `#if` may give it another meaning, and it is enough that one of them means a target.
      if (judged.certainty === "certain") return judged;
      if (best === undefined || best.certainty === "other") best = judged;
    }
    return best ?? { certainty: "possible", kind: "read" };
  }

  /** Returns the meaning of a use in another branch of an `#if`, if it is not a target there. */
  otherMeaning(offset: number): string | undefined {
    const inner = this.#file.declarations[this.#file.declarationAt(offset)];
    const readings = inner && inner.kind !== KIND.namespace ? [...this.#file.readingsOf(offset)] : [];
    for (const [index, pass] of readings.length > 1 ? readings : []) {
      const token = tokenAt(this.#file.treeAt(index, offset, pass), offset);
      if (token?.type !== "identifier" || isNearError(token)) continue;
      const value = this.#binder(index).resolve(token);
      if (this.#judge(value, token, usageOf(token, this.#file.text)).certainty !== "certain") return describe(value);
    }
    return undefined;
  }

  #binder(index: number): Binder {
    const binder = this.#binders.get(index) ?? new DeclarationBinder(this.#model, this.#file, index);
    this.#binders.set(index, binder);
    return binder;
  }

  #judge(value: BoundValue, token: SyntaxNode, kind: string): Classification {
    // The name isn't declared anywhere. Unless it is a local, it might be external.
    if (this.#targets.undeclared) return value.is === "local" ? OTHER : { certainty: "possible", kind };
    switch (value.is) {
      case "local":
        return OTHER;
      case "external":
        if (this.#targets.external?.owners)
          return this.#externalMember(value, token, kind, this.#targets.external.owners);
        return certainIf(this.#isExternalTarget(value.type, value.name), typeKind(kind));
      case "namespace":
        return certainIf(this.#targets.namespaces.has(value.name), "namespace");
      case "type":
        return this.#judgeType(value, token, kind);
      case "group":
        return this.#judgeMembers(value.members, kind);
      case "value":
        if (value.members) {
          const asMember = this.#judgeMembers(value.members, kind);
          const asType = value.ambiguous ? this.#judgeType({ is: "type", type: value.type }, token, kind) : OTHER;
          const judged = asMember === OTHER ? asType : asMember;
          return value.ambiguous && judged.certainty === "certain" ? { ...judged, certainty: "possible" } : judged;
        }
        return value.type.is === "unknown" ? this.#undecided(token, kind) : OTHER;
      case "unknown":
        return this.#undecided(token, kind);
    }
  }

  #judgeType(value: BoundValue & { is: "type" }, token: SyntaxNode, kind: string): Classification {
    const { type } = value;
    if (type.is === "unknown") return this.#undecided(token, kind);
    if (this.#isExternalTarget(type)) return { certainty: "certain", kind: typeKind(kind) };
    if (type.is !== "type") return OTHER;
    if (this.#targets.types.has(type.type.key)) return this.#typeUse(type.type.key, typeKind(kind));
    // `new Foo()`, `[Foo]` and `: Foo(…)` use a constructor of Foo.
    const created = constructs(this.#targets, type.type.key) ? creationOf(token) : undefined;
    if (!created || this.#isDefault(type.type, created)) return OTHER;
    return this.#construction(type, created, kind === "attribute" ? kind : "call");
  }

  #typeUse(key: string, kind: string): Classification {
    return certainIf(this.#targets.types.has(key), kind, key);
  }

  /** Returns true for the external target type, if no script declares the name. */
  #isExternalTarget(type: TypeRef, name?: string): boolean {
    const { external } = this.#targets;
    if (!external || external.owners || type.is !== "external") return false;
    const is = (word: string) => word === external.name || `${word}Attribute` === external.name;
    return is(type.name) && is(name ?? external.name);
  }

  /** Handles the use of an external member, for which either its type is known or the type of the receiver isn't. */
  #externalMember(
    value: BoundValue & { is: "external" },
    token: SyntaxNode,
    kind: string,
    owners: readonly string[],
  ): Classification {
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

  /** `new S()` doesn't call a declared constructor of a struct, except for a parameterless one (C# §16.4.9). */
  #isDefault(type: TypeSymbol, created: SyntaxNode): boolean {
    if (type.kind !== KIND.struct || created.type !== "object_creation_expression") return false;
    const list = childOf(created, "arguments");
    if (list?.children.some((child) => child.type === "argument")) return false;
    return !this.#targets.members.some((member) => this.#model.header(member).parameters.length === 0);
  }

  #judgeMembers(members: readonly Member[], kind: string): Classification {
    const requested = members.filter((member) => this.#targets.requested.has(member.key));
    const related = members.filter((member) => this.#targets.related.has(member.key));
    const hits = [...requested, ...related];
    if (hits.length === 0) return OTHER;
    // A build only compiles one branch of an `#if`.
    const isMeant = (one: Member) =>
      hits.some((hit) => hit === one || exclude(hit.declaration.condition, one.declaration.condition));
    if (!members.every(isMeant)) return { certainty: "possible", kind };
    const [first] = requested;
    if (first) return { certainty: "certain", kind, of: first.key };
    const via = related[0] && this.#targets.related.get(related[0].key);
    return { certainty: "certain", kind, ...(via === undefined ? {} : { via }) };
  }

  /** The receiver isn't known. Nevertheless, a call that doesn't match any target isn't a use. */
  #undecided(token: SyntaxNode, kind: string): Classification {
    const { members, types, namespaces } = this.#targets;
    if (members.length > 0 && types.size === 0 && namespaces.size === 0) {
      const call = this.#binder(this.#file.declarationAt(token.start)).calls.callOf(
        token.parent?.type === "generic_name" ? token.parent : token,
      );
      const methods = members.filter((member) => member.declaration.kind === KIND.method);
      if (call && methods.length === members.length) {
        const calls = [call, { ...call, receiver: UNKNOWN }];
        const isTaken = candidatesFrom(methods).some((candidate) =>
          calls.some((each) => applicableCandidate(this.#model, candidate, each)),
        );
        if (!isTaken) return OTHER;
      }
    }
    return { certainty: "possible", kind };
  }
}

function typeKind(kind: string): string {
  return kind === "call" || kind === "read" ? "type" : kind;
}

function describe(value: BoundValue): string {
  const [member] = value.is === "group" || value.is === "value" ? (value.members ?? []) : [];
  if (member) return signatureOf(member);
  return value.is === "unknown" ? "something that is not understood" : `another ${value.is}`;
}
