/** What a written type or a simple name means where it stands: type parameters, nested types, namespaces, using directives. */
import { KIND } from "../outline/symbols.ts";
import type { Model, Scope, TypeSymbol } from "./model.ts";
import { outwards } from "./source-file.ts";
import { external, parseTypeText, type TypeRef, UNKNOWN } from "./type-refs.ts";

export class TypeNames {
  readonly #model: Model;
  readonly #texts = new Map<string, TypeRef>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** A written type, seen from a place. `extra` are type parameters in force there beyond the declarations'. */
  resolveText(text: string, scope: Scope, extra: readonly string[] = []): TypeRef {
    const key = `${scope.file.path}#${scope.index}#${extra.join()}#${text}`;
    let type = this.#texts.get(key);
    if (!type) {
      type = this.#resolve(text, scope, extra);
      this.#texts.set(key, type);
    }
    return type;
  }

  #resolve(text: string, scope: Scope, extra: readonly string[]): TypeRef {
    const written = parseTypeText(text);
    if (!written) return text.includes("delegate") ? external("delegate") : UNKNOWN;
    let type: TypeRef;
    if (written.tuple) {
      type = {
        is: "tuple",
        elements: written.tuple.map((element) => {
          const named = /^(.*[\s\]>?)])(\w+)$/s.exec(element.trim());
          return { name: named?.[2] ?? "", type: this.resolveText((named?.[1] ?? element).trim(), scope, extra) };
        }),
      };
    } else {
      const segments = written.segments.map(({ name, args }) => ({
        name,
        args: args.map((arg) => (arg.trim() === "" ? UNKNOWN : this.resolveText(arg.trim(), scope, extra))),
      }));
      type = this.#resolveSegments(segments, scope, extra);
    }
    for (let count = 0; count < written.arrays; count++) type = { is: "array", element: type };
    return type;
  }

  #resolveSegments(segments: { name: string; args: TypeRef[] }[], scope: Scope, extra: readonly string[]): TypeRef {
    const [first, ...rest] = segments;
    if (rest.length === 0 && extra.includes(first!.name)) return { is: "parameter", name: first!.name, bounds: [] };
    let at: TypeRef | string | undefined = this.simpleType(first!.name, first!.args, scope, rest.length > 0);
    for (const { name, args } of rest) {
      if (typeof at === "string") at = this.inNamespace(at, name, args, scope);
      else if (at?.is === "type") {
        const inner: TypeSymbol | undefined = this.#model.nestedInHierarchy(at.type, name, args.length);
        at = inner ? { is: "type", type: inner, args } : undefined;
      } else if (at?.is === "external") at = external(name, args);
      else at = UNKNOWN;
      if (at === undefined) return this.#missing(name, args);
    }
    return typeof at === "string" ? UNKNOWN : (at ?? this.#missing(segments.at(-1)!.name, segments.at(-1)!.args));
  }

  /** Nobody in the workspace declares it; while files are unread nobody knows. */
  #missing(name: string, args: TypeRef[]): TypeRef {
    return this.#model.complete || this.#model.typesNamed(name).length === 0 ? external(name, args) : UNKNOWN;
  }

  /** A simple name as a type, or (where `asQualifier`) as the full name of a namespace; undefined where nothing is found. */
  simpleType(name: string, args: TypeRef[], scope: Scope, asQualifier: boolean): TypeRef | string | undefined {
    const parameter = this.#typeParameter(name, scope);
    if (parameter) return parameter;
    for (const type of this.#model.enclosingTypes(scope)) {
      if (type.name === name && type.arity === args.length) return { is: "type", type, args };
      const inner = this.#model.nestedInHierarchy(type, name, args.length);
      if (inner) return { is: "type", type: inner, args };
    }
    const candidates = this.#model
      .typesNamed(name)
      .filter(
        (type) => type.containers.length === 0 && type.arity === args.length && this.#model.isVisible(type, scope.file),
      );
    const around = namespacesAround(scope);
    for (const namespace of around) {
      const type = this.#only(
        candidates.filter((each) => each.namespace === namespace),
        args,
        scope,
      );
      if (type) return type;
      const full = namespace === "" ? name : `${namespace}.${name}`;
      if (asQualifier && args.length === 0 && this.#model.isNamespace(full)) return full;
    }
    return this.#imported(name, args, candidates, scope, asQualifier);
  }

  #imported(
    name: string,
    args: TypeRef[],
    candidates: TypeSymbol[],
    scope: Scope,
    asQualifier: boolean,
  ): TypeRef | string | undefined {
    const found: TypeSymbol[] = [];
    for (const { target, alias, isStatic } of scope.file.imports) {
      if (alias !== "") {
        if (alias !== name || args.length > 0) continue;
        const plain = target.replace(/^global::/, "");
        if (asQualifier && this.#model.isNamespace(plain)) return plain;
        return this.resolveText(plain, { file: scope.file, index: -1 });
      }
      if (isStatic) {
        const from = this.resolveText(target, { file: scope.file, index: -1 });
        const inner = from.is === "type" ? this.#model.nested(from.type, name, args.length) : undefined;
        if (inner) found.push(inner);
        continue;
      }
      found.push(...candidates.filter((type) => namesNamespace(type.namespace, target, scope)));
    }
    const distinct = [...new Set(found)];
    return this.#only(distinct, args, scope);
  }

  /** A type of a namespace ("" is the global one) that the place can see. */
  topLevel(name: string, namespace: string, args: TypeRef[], scope: Scope): TypeRef | undefined {
    const types = this.#model
      .typesNamed(name)
      .filter((each) => each.containers.length === 0 && each.namespace === namespace && each.arity === args.length);
    return this.#only(
      types.filter((each) => this.#model.isVisible(each, scope.file)),
      args,
      scope,
    );
  }

  /** Of types with one full name the assembly's own; of several others nobody can tell which. */
  #only(types: readonly TypeSymbol[], args: TypeRef[], scope: Scope): TypeRef | undefined {
    if (types.length === 0) return undefined;
    const type = types.length === 1 ? types[0] : types.find((each) => each.key.startsWith(`${scope.file.assembly}:`));
    return type ? { is: "type", type, args } : UNKNOWN;
  }

  /** A type or deeper namespace of a namespace. */
  inNamespace(namespace: string, name: string, args: TypeRef[], scope: Scope): TypeRef | string | undefined {
    const type = this.topLevel(name, namespace, args, scope);
    if (type) return type;
    const full = `${namespace}.${name}`;
    return this.#model.isNamespace(full) ? full : undefined;
  }

  #typeParameter(name: string, scope: Scope): TypeRef | undefined {
    for (const index of outwards(scope.file, scope.index)) {
      const { kind, arity } = scope.file.declarations[index]!;
      if (arity === 0 && kind !== KIND.method) continue;
      const header = scope.file.header(index);
      if (!header.typeParameters.includes(name)) continue;
      return this.#bounded(name, header.constraints.get(name) ?? [], { file: scope.file, index });
    }
    return undefined;
  }

  /** A type parameter with what it must be; `where T : IFoo<T>` leads back to it. */
  #bounded(name: string, constraints: readonly string[], scope: Scope): TypeRef {
    const key = `${scope.file.path}#${scope.index}!${name}`;
    const known = this.#texts.get(key);
    if (known) return known;
    const bounds: TypeRef[] = [];
    const parameter: TypeRef = { is: "parameter", name, bounds };
    this.#texts.set(key, parameter);
    try {
      for (const bound of constraints) {
        if (!/^(?:class\??|struct|notnull|unmanaged|default|new\(\))$/.test(bound) && bound !== name)
          bounds.push(this.resolveText(bound, scope));
      }
    } catch (error) {
      this.#texts.delete(key);
      throw error;
    }
    return parameter;
  }
}

/** The namespaces around a place, innermost first, the global one last. */
export function namespacesAround({ file, index }: Scope): string[] {
  const names: string[] = [];
  for (const at of outwards(file, index))
    if (file.declarations[at]!.kind === KIND.namespace) names.unshift(file.declarations[at]!.name);
  const full = names.join(".");
  const around: string[] = [];
  for (let at = full.length; at > 0; at = full.lastIndexOf(".", at - 1)) around.push(full.slice(0, at));
  return [...around, ""];
}

/** Whether `using target;` means this namespace: written in full, or below one of the namespaces around. */
export function namesNamespace(namespace: string, target: string, scope: Scope): boolean {
  const plain = target.replace(/^global::/, "");
  return (
    namespace === plain || namespacesAround(scope).some((outer) => outer !== "" && namespace === `${outer}.${plain}`)
  );
}
