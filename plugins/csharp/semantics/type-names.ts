/**
 * Resolves types and simple names in code. Depending on the context, a name may mean a type parameter, a nested type, a
 * namespace or something that is imported.
 */
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { isValueType } from "./conversions.ts";
import { nestedIn } from "./member-lookup.ts";
import { enclosingNamespaces, importsNamespace, plainTarget } from "./namespaces.ts";
import { externalType, type Qualifier } from "./package-symbols.ts";
import type { LookupScope, SemanticModel, TypeNames } from "./semantic-model.ts";
import { enclosingDeclarations, type SourceFile, type Using } from "./source-file.ts";
import { type ConstructedType, external, pointerTo, type TypeRef, type TypeSymbol, UNKNOWN } from "./type-ref.ts";
import { parseTypeText } from "./type-text.ts";

export class WorkspaceTypeNames implements TypeNames {
  readonly #model: SemanticModel;
  readonly #texts = new Map<string, TypeRef>();
  readonly #selves = new Map<string, TypeRef>();

  constructor(model: SemanticModel) {
    this.#model = model;
  }

  resolveText(text: string, scope: LookupScope): TypeRef {
    return this.#resolveFrom(text, scope, -1);
  }

  importedType({ target, index, namespace }: Using, file: SourceFile): TypeRef {
    return this.resolveText(target, { file, index, directiveOf: namespace });
  }

  /** Resolves a type in a base list, where type parameters are in scope but members are not (C# §7.7.1). */
  baseText(text: string, file: SourceFile, index: number): TypeRef {
    return this.#resolveFrom(text, { file, index: file.declaration(index).parent }, index);
  }

  /** Resolves a type. @param own declaration whose type parameters are in scope even though the position is outside of it, or -1 */
  #resolveFrom(text: string, scope: LookupScope, own: number): TypeRef {
    const key = `${scope.file.path}#${scope.index}#${scope.directiveOf ?? "-"}#${scope.locals?.key ?? ""}#${own}#${text}`;
    let type = this.#texts.get(key);
    if (!type) {
      type = this.#resolve(text, scope, own);
      this.#texts.set(key, type);
    }
    return type;
  }

  #resolve(text: string, scope: LookupScope, own: number): TypeRef {
    const written = parseTypeText(text);
    if (!written) return text.includes("delegate") ? external("delegate") : UNKNOWN;
    let type: TypeRef;
    if (written.tuple) {
      type = {
        is: "tuple",
        elements: written.tuple.map((element) => {
          const named = /^(.*[\s\]>?)])(\w+)$/s.exec(element.trim());
          return { name: named?.[2] ?? "", type: this.#resolveFrom((named?.[1] ?? element).trim(), scope, own) };
        }),
      };
    } else {
      const segments = written.segments.map(({ name, args }) => ({
        name,
        args: args.map((arg) => (arg.trim() === "" ? UNKNOWN : this.#resolveFrom(arg.trim(), scope, own))),
      }));
      type = this.#resolveSegments(segments, scope, own, written.fromGlobal);
    }
    for (const suffix of written.suffixes) {
      if (suffix === "[]") type = { is: "array", element: type };
      else if (suffix === "*") type = pointerTo(type);
      else if (isValueType(type)) type = external("Nullable", [type]);
    }
    return type;
  }

  selfOf(type: TypeSymbol): ConstructedType {
    const known = this.#selves.get(type.key);
    if (known?.is === "type") return known;
    const part = type.parts[0]!;
    const file = this.#model.file(part.path);
    const index = this.#model.store.indexOf(part.handle);
    const args = file.header(index).typeParameters.map((name) => this.#parameterOf(name, file, index)!);
    const outer = this.#model.typeAt(file, file.declaration(index).parent);
    const enclosing = outer && this.selfOf(outer);
    const self: ConstructedType = { is: "type", type, args };
    if (enclosing && (enclosing.args.length > 0 || enclosing.within)) self.within = enclosing;
    this.#selves.set(type.key, self);
    return self;
  }

  #resolveSegments(
    segments: { name: string; args: TypeRef[] }[],
    scope: LookupScope,
    own: number,
    fromGlobal: boolean,
  ): TypeRef {
    const [first, ...rest] = segments;
    if (!first) return UNKNOWN;
    const before = segments.slice(0, -1);
    const qualifier = { text: before.map(({ name }) => name).join("."), args: before.flatMap(({ args }) => args) };
    const parameter = rest.length === 0 && own >= 0 ? this.#parameterOf(first.name, scope.file, own) : undefined;
    if (parameter) return parameter;
    let at: TypeRef | string | undefined = fromGlobal
      ? this.inNamespace("", first.name, first.args, scope)
      : this.simpleType(first.name, first.args, scope, rest.length > 0);
    for (const [index, { name, args }] of rest.entries()) {
      if (typeof at === "string") at = this.inNamespace(at, name, args, scope);
      else if (at?.is === "type") at = nestedIn(this.#model, at, name, args, this.#model.enclosingTypes(scope));
      else at = at === undefined || at.is === "external" ? external(name, args) : UNKNOWN;
      // The sources may only have a part of the namespace, for example `System.X` but not `System.Threading`.
      if (at === undefined) {
        at = this.#missing(name, args, scope, qualifier);
        if (index === rest.length - 1) return at;
      }
    }
    if (typeof at === "string") return UNKNOWN;
    const { name, args } = rest.at(-1) ?? first;
    if (at?.is === "external" && rest.length > 0) return externalType(this.#model, name, args, scope, qualifier);
    return at ?? this.#missing(name, args, scope, qualifier);
  }

  /** Returns the external type, as the name must be external. If some files have not been read yet, we cannot know that. */
  #missing(name: string, args: TypeRef[], scope: LookupScope, qualifier: Qualifier): TypeRef {
    const isNowhere = this.#model.complete || this.#model.typesNamed(name).length === 0;
    return isNowhere ? externalType(this.#model, name, args, scope, qualifier) : UNKNOWN;
  }

  simpleType(name: string, args: TypeRef[], scope: LookupScope, asQualifier: boolean): TypeRef | string | undefined {
    const parameter =
      args.length === 0 ? (scope.locals?.types.get(name) ?? this.#typeParameter(name, scope)) : undefined;
    if (parameter) return parameter;
    const enclosing = this.#model.enclosingTypes(scope);
    for (const type of enclosing) {
      const inner = nestedIn(this.#model, this.selfOf(type), name, args, enclosing);
      if (inner) return inner;
      if (type.name !== name || type.arity !== args.length) continue;
      const { within } = this.selfOf(type);
      return within ? { is: "type", type, args, within } : { is: "type", type, args };
    }
    const candidates = this.#topLevelTypes(name, args.length, scope);
    for (const namespace of enclosingNamespaces(scope)) {
      const here = candidates.filter((each) => each.namespace === namespace);
      const type = this.#only(here, args, scope);
      if (type) return type;
      const full = namespace === "" ? name : `${namespace}.${name}`;
      if (asQualifier && args.length === 0 && this.#model.isNamespace(full)) return full;
      // Using directives belong to the enclosing namespace.
      if (namespace === scope.directiveOf) continue;
      const imports = scope.file.imports.filter((each) => each.namespace === namespace);
      const imported =
        imports.length > 0 ? this.#imported(name, args, candidates, imports, scope, asQualifier) : undefined;
      if (imported) return imported;
      // External types that are imported hide the types of outer namespaces.
      if (candidates.length > 0 && this.#isImportedOutside(name, args, imports, scope)) return undefined;
    }
    return undefined;
  }

  #isImportedOutside(
    name: string,
    args: readonly TypeRef[],
    imports: readonly Using[],
    { file }: LookupScope,
  ): boolean {
    const { external: known, packages } = this.#model;
    const targets = new Set(
      imports.filter(({ alias, isStatic }) => alias === "" && !isStatic).map(({ target }) => plainTarget(target, file)),
    );
    if (targets.size === 0) return false;
    const isThere = ({ namespace, arity }: { namespace: string; arity: number }) =>
      arity === args.length && targets.has(namespace);
    return known.typesNamed(name).some(isThere) || (packages?.typesNamed(name) ?? []).some(isThere);
  }

  #imported(
    name: string,
    args: TypeRef[],
    candidates: TypeSymbol[],
    imports: readonly Using[],
    scope: LookupScope,
    asQualifier: boolean,
  ): TypeRef | string | undefined {
    const alias = args.length === 0 ? imports.find((each) => each.alias === name) : undefined;
    if (alias) {
      const plain = plainTarget(alias.target, scope.file);
      if (asQualifier && (plain === "" || this.#model.isNamespace(plain))) return plain;
      return this.importedType(alias, scope.file);
    }
    const found: TypeSymbol[] = [];
    for (const each of imports) {
      const { target, alias: written, isStatic } = each;
      if (written !== "") continue;
      if (isStatic) {
        const from = this.importedType(each, scope.file);
        const inner = from.is === "type" ? this.#model.nested(from.type, name, args.length) : undefined;
        if (inner) found.push(inner);
      } else found.push(...candidates.filter((type) => importsNamespace(type.namespace, target, scope)));
    }
    return this.#only([...new Set(found)], args, scope);
  }

  /** Returns the visible top-level types. */
  #topLevelTypes(name: string, arity: number, { file }: LookupScope): TypeSymbol[] {
    const types = this.#model.typesNamed(name).filter((each) => each.containers.length === 0 && each.arity === arity);
    return types.filter((each) => this.#model.isVisible(each, file));
  }

  /**
   * Chooses among types with the same full name. We prefer the one in the same assembly, then one in an assembly that we share
   * scripts with, and then the only public one. Otherwise the name is ambiguous.
   */
  #only(types: readonly TypeSymbol[], args: TypeRef[], scope: LookupScope): TypeRef | undefined {
    if (types.length === 0) return undefined;
    const isOwn = ({ key }: TypeSymbol) => key.startsWith(`${scope.file.assembly}:`);
    const shared = () => types.filter((each) => this.#model.isShared(each, scope.file));
    const type =
      types.length === 1
        ? types[0]
        : (types.find(isOwn) ?? only(shared()) ?? only(types.filter((each) => this.#isPublic(each))));
    return type ? { is: "type", type, args } : UNKNOWN;
  }

  #isPublic({ parts }: TypeSymbol): boolean {
    return parts.some(({ handle }) => (this.#model.store.modifiers(handle) & MODIFIER_BIT.public) !== 0);
  }

  inNamespace(namespace: string, name: string, args: TypeRef[], scope: LookupScope): TypeRef | string | undefined {
    const types = this.#topLevelTypes(name, args.length, scope).filter((each) => each.namespace === namespace);
    const type = this.#only(types, args, scope);
    if (type) return type;
    const full = namespace === "" ? name : `${namespace}.${name}`;
    return this.#model.isNamespace(full) ? full : undefined;
  }

  #typeParameter(name: string, scope: LookupScope): TypeRef | undefined {
    for (const index of enclosingDeclarations(scope.file, scope.index)) {
      const parameter = this.#parameterOf(name, scope.file, index);
      if (parameter) return parameter;
    }
    return undefined;
  }

  /** Returns a type parameter of a declaration. Note that its constraints may refer back to it, as in `where T : IFoo<T>`. */
  #parameterOf(name: string, file: SourceFile, index: number): TypeRef | undefined {
    const { arity, kind, traits, modifiers } = file.declaration(index);
    // In an extension block, properties can use the type parameters of the block.
    const isInBlock = kind === KIND.property && (traits & TRAIT.extension) !== 0;
    if (arity === 0 && kind !== KIND.method && !isInBlock) return undefined;
    const { typeParameters, constraints } = file.header(index);
    const at = typeParameters.indexOf(name);
    if (at < 0) return undefined;
    const type = this.#model.typeAt(file, index);
    const id = `${type ? type.key : `${file.path}#${index}`}!${at}`;
    const known = this.#selves.get(`${id}@${file.path}`);
    if (known) return known;
    const bounds: TypeRef[] = [];
    const parameter: TypeRef & { is: "parameter" } = { is: "parameter", name, id, bounds };
    if (constraints.get(name)?.some((bound) => /^(?:struct|unmanaged)$/.test(bound))) parameter.isValue = true;
    // There may be more constraints in another part of the type, or on the overridden member.
    const isAll = (modifiers & (MODIFIER_BIT.partial | MODIFIER_BIT.override)) === 0 && (traits & TRAIT.explicit) === 0;
    if (isAll) parameter.constraints = constraints.get(name) ?? [];
    this.#selves.set(`${id}@${file.path}`, parameter);
    try {
      for (const bound of constraints.get(name) ?? []) {
        if (!/^(?:class\??|struct|notnull|unmanaged|default|new\(\))$/.test(bound) && bound !== name)
          bounds.push(type ? this.baseText(bound, file, index) : this.resolveText(bound, { file, index }));
      }
    } catch (error) {
      this.#selves.delete(`${id}@${file.path}`);
      throw error;
    }
    return parameter;
  }
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
