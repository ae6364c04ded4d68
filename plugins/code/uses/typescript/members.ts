/** Finds the members of types, with their declarations and their types. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import { isConstructor, membersOfConstructor, membersOfObject } from "./assigned-members.ts";
import { enumMember, namespaceMembers, plainText } from "./declared-members.ts";
import {
  annotationOf,
  awaited,
  builtin,
  type Env,
  EXTERNAL,
  isAsync,
  type Known,
  MAX_STEPS,
  type Member,
  NO_ENV,
  type Part,
  type T,
  type Types,
  unionOf,
} from "./type-model.ts";
import { envOf } from "./written-types.ts";

const NOT_OURS: Member = { declarations: [], type: async () => EXTERNAL };
const UNTYPED: Member = { declarations: [], type: async () => undefined };
const METHODS = /^(?:method_definition|method_signature|abstract_method_signature|function_signature)$/;

export async function memberOf(type: T, name: string, depth: number, types: Types): Promise<Member | undefined> {
  if (depth > MAX_STEPS) return undefined;
  switch (type.is) {
    case "external":
      return NOT_OURS;
    case "module": {
      const entity = await types.exported(type.modules, name);
      if (!entity) return undefined;
      if ("modules" in entity)
        return { declarations: [], type: async () => ({ is: "module", modules: entity.modules }) };
      return { declarations: entity.declarations, type: () => valueType(entity.declarations, depth + 1, types) };
    }
    case "named":
      return await namedMember(type, name, depth, types, new Set());
    case "object":
      return await objectMember(type.part, type.env, name, depth, types);
    case "union":
      return await ofSeveral(type.of, name, depth, types, true);
    case "intersection":
      return await ofSeveral(type.of, name, depth, types, false);
    case "builtin":
      return type.name === "Record"
        ? { declarations: [], type: async () => type.args[1] }
        : { declarations: [], type: async () => builtinMember(type, name) };
    case "tuple":
      return { declarations: [], type: async () => builtinMember({ name: "Array", args: [unionOf(type.of)] }, name) };
    case "open": {
      const member = await memberOf(type.of, name, depth + 1, types);
      return member && member.declarations.length > 0 ? member : undefined;
    }
    case "function":
      return functionMember(type, name, types);
  }
}

/** Members that every function has. */
const OF_FUNCTIONS = /^(?:call|apply|bind|name|length|toString|prototype)$/;

/** In JavaScript, any member can be assigned to a function. */
function functionMember({ parts }: Extract<T, { is: "function" }>, name: string, types: Types): Member | undefined {
  const declarations = parts.flatMap((part) => membersOfConstructor(part, name, true, types.resolver));
  if (declarations.length > 0) return { declarations, type: () => valueType(declarations, 0, types) };
  return OF_FUNCTIONS.test(name) || !parts.some(({ file }) => /\.[mc]?jsx?$/.test(file.path)) ? UNTYPED : undefined;
}

async function ofSeveral(
  of: readonly T[],
  name: string,
  depth: number,
  types: Types,
  isUnion: boolean,
): Promise<Member | undefined> {
  const found: Member[] = [];
  let isKnown = true;
  for (const each of of) {
    const member = await memberOf(each, name, depth + 1, types);
    if (!member) isKnown = false;
    else if (member !== NOT_OURS) found.push(member);
  }
  const declared = found.filter(({ declarations }) => declarations.length > 0);
  // An unknown part could have another member with the name.
  if (!isKnown && (isUnion || declared.length === 0)) return undefined;
  const [first] = found;
  if (!first) return NOT_OURS;
  const typed = isUnion ? found : declared.length > 0 ? declared.slice(0, 1) : [first];
  return {
    declarations: [...new Set(found.flatMap(({ declarations }) => declarations))],
    async type() {
      const all: Known[] = [];
      for (const each of typed) all.push(await each.type());
      return unionOf(all);
    },
  };
}

/** Returns the members of platform types that pass on their type arguments. */
function builtinMember(
  { name: owner, args }: Pick<Extract<T, { is: "builtin" }>, "name" | "args">,
  name: string,
): Known {
  const [first, second] = args;
  if (name === "length" || name === "size") return EXTERNAL;
  // Calls are handled by `platformResult`, so the member includes its owner.
  return builtin(`${owner}.${name}`, first, second);
}

async function namedMember(
  type: Extract<T, { is: "named" }>,
  name: string,
  depth: number,
  types: Types,
  seen: Set<LightNode>,
): Promise<Member | undefined> {
  const own: Member[] = [];
  let isKnown = true;
  for (const part of type.parts) {
    if (seen.has(part.node)) continue;
    seen.add(part.node);
    if (part.node.type === "enum_declaration") {
      if (type.isStatic) own.push(...enumMember(part, name, types));
      continue;
    }
    if (/^(?:internal_module|module)$/.test(part.node.type)) {
      const declarations = namespaceMembers(part, name, types);
      if (declarations.length > 0) own.push({ declarations, type: () => valueType(declarations, depth + 1, types) });
      continue;
    }
    if (isConstructor(part)) {
      const declarations = membersOfConstructor(part, name, type.isStatic, types.resolver);
      if (declarations.length > 0) own.push({ declarations, type: () => valueType(declarations, depth + 1, types) });
      isKnown = false;
      continue;
    }
    const env = envOf(part, type.args);
    const inBody = await bodyMembers(part, name, type.isStatic, env, types);
    own.push(...inBody);
  }
  if (own.length > 0) return merged(own);
  for (const part of type.parts) {
    for (const base of await basesOf(part, type, depth, types)) {
      if (!base || depth > MAX_STEPS) {
        isKnown = false;
        continue;
      }
      const inherited =
        base.is === "named"
          ? await namedMember(base, name, depth + 1, types, seen)
          : await memberOf(base, name, depth + 1, types);
      if (!inherited) isKnown = false;
      else if (inherited !== NOT_OURS) return inherited;
    }
  }
  const indexed = type.isStatic ? undefined : indexMember(type, types);
  if (indexed) return indexed;
  return isKnown ? NOT_OURS : undefined;
}

/** Returns the member with any name that an index signature describes. */
function indexMember({ parts, args }: Extract<T, { is: "named" }>, types: Types): Member | undefined {
  for (const part of parts) {
    const signature = childOf(part.node, "body")?.children.find(({ type }) => type === "index_signature");
    const value = annotationOf(signature);
    if (value) return { declarations: [], type: () => types.written(value, part.file, envOf(part, args), 1) };
  }
  return undefined;
}

function merged(own: readonly Member[]): Member {
  const [first] = own;
  const typed = own.length === 1 || !first ? first : own.find(({ declarations }) => declarations.length > 0);
  return {
    declarations: own.flatMap(({ declarations }) => declarations),
    type: () => typed?.type() ?? Promise.resolve(undefined),
  };
}

/** Returns the bases of a class or interface. A base that is not known is undefined. */
async function basesOf(
  part: Part,
  { args, isStatic }: Extract<T, { is: "named" }>,
  depth: number,
  types: Types,
): Promise<Known[]> {
  const { node, file } = part;
  const env = envOf(part, args);
  const bases: Known[] = [];
  const heritage = node.children.find(({ type }) => type === "class_heritage") ?? node;
  for (const clause of heritage.children) {
    if (clause.type === "extends_type_clause")
      for (const each of clause.children) bases.push(await types.written(each, file, env, depth + 1));
    if (clause.type === "extends_clause") {
      const value = childOf(clause, "value");
      const written = childOf(clause, "type_arguments")?.children ?? [];
      const base = value && (await types.expression(value, file, depth + 1));
      const inner: Known[] = [];
      for (const each of written) inner.push(await types.written(each, file, env, depth + 1));
      bases.push(
        base?.is === "named" ? { ...base, args: inner, isStatic } : base?.is === "external" ? base : undefined,
      );
    }
  }
  // In JavaScript, there is only the expression.
  const [only] = heritage === node ? [] : heritage.children;
  if (only && !only.type.endsWith("clause")) {
    const whole = await types.expression(only, file, depth + 1);
    const base = whole?.is === "intersection" ? whole.of[0] : whole;
    bases.push(base?.is === "named" ? { ...base, isStatic } : base?.is === "external" ? base : undefined);
  }
  return bases;
}

async function bodyMembers(part: Part, name: string, isStatic: boolean, env: Env, types: Types): Promise<Member[]> {
  const { file, node } = part;
  const found: Member[] = [];
  for (const each of childOf(node, "body")?.children ?? []) {
    const own = childOf(each, "name") ?? childOf(each, "property");
    if (!isStatic && own && file.textOf(own) === "constructor") {
      for (const parameter of childOf(each, "parameters")?.children ?? []) {
        const pattern = childOf(parameter, "pattern");
        const isProperty =
          parameter.children.some(({ type }) => /modifier$/.test(type)) || /^readonly\b/.test(file.textOf(parameter));
        if (pattern && isProperty && file.textOf(pattern) === name)
          found.push(memberAt(parameter, pattern, file, env, types));
      }
    }
    if (!own || plainText(file.textOf(own)) !== name) continue;
    const isInterface = node.type === "interface_declaration";
    const before = file.text.slice(each.start, own.start);
    if (!isInterface && /\bstatic\s/.test(before) !== isStatic) continue;
    found.push(memberAt(each, own, file, env, types));
  }
  return found;
}

function memberAt(node: LightNode, name: LightNode, file: Part["file"], env: Env, types: Types, depth = 0): Member {
  return {
    declarations: types.resolver.declaredAt(file, name),
    type: () => typeOfMember({ node, file }, name, env, depth, types),
  };
}

async function typeOfMember(part: Part, name: LightNode, env: Env, depth: number, types: Types): Promise<Known> {
  const { node, file } = part;
  if (METHODS.test(node.type)) {
    const before = file.text.slice(node.start, name.start);
    if (/\bget\s+$/.test(before)) return await resultOf(part, env, depth, types);
    if (/\bset\s+$/.test(before)) return undefined;
    // Overloads directly follow each other.
    const siblings = (node.parent?.children ?? []).filter(
      (each) =>
        METHODS.test(each.type) && each !== node && file.textOf(childOf(each, "name") ?? each) === file.textOf(name),
    );
    const signatures = [node, ...siblings].map((each): Part => ({ node: each, file }));
    return { is: "function", parts: signatures, env };
  }
  const written = annotationOf(node);
  if (written) return await types.written(written, file, env, depth + 1);
  const value = childOf(node, "value");
  return value && (await types.expression(value, file, depth + 1));
}

/** Returns the result type of a function. It is declared explicitly or derived from the return statements. */
export async function resultOf(part: Part, env: Env, depth: number, types: Types): Promise<Known> {
  const { node, file } = part;
  if (depth > MAX_STEPS) return undefined;
  const written =
    annotationOf(node, "return_type") ??
    (/^constructor_type$|^construct_signature$/.test(node.type) ? annotationOf(node) : undefined);
  if (written) return await types.written(written, file, env, depth + 1);
  const body = childOf(node, "body");
  if (!body || /^generator/.test(node.type)) return undefined;
  const values = body.type === "statement_block" ? returned(body) : [body];
  const results: Known[] = [];
  for (const value of values) results.push(await types.expression(value, file, depth + 1));
  const result = unionOf(results);
  return isAsync(part) ? builtin("Promise", awaited(result)) : result;
}

const NESTED = /^(?:function_|arrow_function|method_definition|class|generator_function)/;

export function returned(block: LightNode): LightNode[] {
  return block.children.flatMap((each) =>
    each.type === "return_statement" ? each.children.slice(0, 1) : NESTED.test(each.type) ? [] : returned(each),
  );
}

async function objectMember(
  part: Part,
  env: Env,
  name: string,
  depth: number,
  types: Types,
): Promise<Member | undefined> {
  const { node, file } = part;
  const found: Member[] = [];
  let rest: Member | undefined = NOT_OURS;
  for (const each of node.children) {
    if (each.type === "spread_element") {
      const spread = each.children[0] && (await types.expression(each.children[0], file, depth + 1));
      const member = spread && (await memberOf(spread, name, depth + 1, types));
      rest = member && rest && (member === NOT_OURS ? rest : member);
      continue;
    }
    if (each.type === "index_signature") {
      const value = annotationOf(each);
      rest = { declarations: [], type: () => types.written(value, file, env, depth + 1) };
      continue;
    }
    const key =
      childOf(each, "name") ??
      childOf(each, "key") ??
      (each.type === "shorthand_property_identifier" ? each : undefined);
    if (!key || plainText(file.textOf(key)) !== name) continue;
    if (each.type === "shorthand_property_identifier")
      found.push({ declarations: [], type: () => types.expression(each, file, depth + 1) });
    else found.push(memberAt(each, key, file, env, types, depth));
  }
  if (found.length > 0) return merged(found);
  const declarations = membersOfObject(part, name, types.resolver);
  return declarations.length > 0 ? { declarations, type: () => valueType(declarations, depth + 1, types) } : rest;
}

/** Returns the type of the value that these declarations refer to. */
export async function valueType(declarations: Member["declarations"], depth: number, types: Types): Promise<Known> {
  if (depth > MAX_STEPS) return undefined;
  const parts = await types.parts(declarations);
  return parts.length === 0 ? EXTERNAL : await valueOfParts(parts, depth, types);
}

const STATIC = /^(?:class|class_declaration|abstract_class_declaration|enum_declaration|internal_module|module)$/;

export async function valueOfParts(parts: readonly Part[], depth: number, types: Types): Promise<Known> {
  const named = parts.filter(({ node }) => STATIC.test(node.type));
  if (named.length > 0) return { is: "named", parts: named, args: [], isStatic: true };
  const functions = parts.filter(({ node }) => /^(?:generator_)?function_/.test(node.type));
  if (functions.length > 0) return { is: "function", parts: functions, env: NO_ENV };
  const value = parts.find(({ node }) => node.type === "variable_declarator");
  const name = childOf(value?.node, "name");
  return value && name ? await types.bound(name, value.node, value.file, depth + 1) : undefined;
}
