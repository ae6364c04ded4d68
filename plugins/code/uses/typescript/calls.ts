/**
 * Determines the results of calls, using overloads, type arguments, and platform functions that pass on the types of
 * their arguments.
 */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { resultOf } from "./members.ts";
import { calledBy } from "./names.ts";
import {
  annotationOf,
  awaited,
  builtin,
  type Env,
  EXTERNAL,
  elementOf,
  type Known,
  MAX_STEPS,
  NO_ENV,
  type Part,
  type T,
  type Types,
  unionOf,
} from "./type-model.ts";
import { envOf } from "./written-types.ts";

export async function resultOfCall(
  callee: T,
  call: LightNode | undefined,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  if (depth > MAX_STEPS) return undefined;
  switch (callee.is) {
    case "function": {
      const part = chooseOverload(callee.parts, call);
      if (!part) return undefined;
      const env = await envOfCall(part, callee.env, call, file, depth, types);
      return await resultOf(part, env, depth + 1, types);
    }
    case "object":
    case "named":
      return await resultOfSignature(callee, "call_signature", call, file, depth, types);
    case "open":
      return await resultOfCall(callee.of, call, file, depth + 1, types);
    case "union": {
      const all: Known[] = [];
      for (const each of callee.of) all.push(await resultOfCall(each, call, file, depth + 1, types));
      return unionOf(all);
    }
    case "intersection": {
      for (const each of callee.of) {
        const result = await resultOfCall(each, call, file, depth + 1, types);
        if (result) return result;
      }
      return undefined;
    }
    case "builtin":
      return await platformResult(callee, call, file, depth, types);
    case "external":
      return await externalResult(call, file, depth, types);
    default:
      return undefined;
  }
}

/** Returns the signatures of an object type or interface, with its type arguments. */
export function signaturesOf(type: T, kind: "call_signature" | "construct_signature"): { part: Part; env: Env }[] {
  if (type.is === "function") return type.parts.map((part) => ({ part, env: type.env }));
  if (type.is === "object") return inBody(type.part.node, type.part, type.env, kind);
  if (type.is !== "named" || type.isStatic) return [];
  return type.parts.flatMap((part) => inBody(childOf(part.node, "body"), part, envOf(part, type.args), kind));
}

function inBody(body: LightNode | undefined, { file }: Part, env: Env, kind: string): { part: Part; env: Env }[] {
  const found = body?.children.filter((each) => each.type === kind) ?? [];
  return found.map((node) => ({ part: { node, file }, env }));
}

/** Returns the result of a call or of `new`, according to the signatures of a type. */
export async function resultOfSignature(
  type: T,
  kind: "call_signature" | "construct_signature",
  call: LightNode | undefined,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  const signatures = signaturesOf(type, kind);
  const part = chooseOverload(
    signatures.map((each) => each.part),
    call,
  );
  const env = signatures.find((each) => each.part === part)?.env;
  if (!part || !env) return undefined;
  return await resultOf(part, await envOfCall(part, env, call, file, depth, types), depth + 1, types);
}

/**
 * Returns the first overload that accepts this number of arguments. The implementation after the overloads does not
 * count.
 */
export function chooseOverload(parts: readonly Part[], call: LightNode | undefined): Part | undefined {
  const signatures = parts.filter(({ node }) => !childOf(node, "body"));
  const able = signatures.length > 0 ? signatures : parts;
  const args = childOf(call, "arguments")?.children.filter(({ type }) => type !== "comment");
  if (!args || able.length === 1) return able[0];
  return able.find((part) => takes(part, args)) ?? able[0];
}

function takes({ node, file }: Part, args: readonly LightNode[]): boolean {
  const parameters = parametersOf(node);
  const needed = parameters.filter(
    (each) =>
      each.type === "required_parameter" &&
      !childOf(each, "value") &&
      childOf(each, "pattern")?.type !== "rest_pattern",
  );
  const hasRest = parameters.some((each) => childOf(each, "pattern")?.type === "rest_pattern");
  if (args.length < needed.length || (args.length > parameters.length && !hasRest)) return false;
  return args.every((arg, at) => {
    const parameter = parameters[at];
    const type = annotationOf(parameter);
    const text = type && file.textOf(type);
    const isFunction = /^(?:arrow_function|function_expression)$/.test(arg.type);
    const isText = /^(?:string|template_string)$/.test(arg.type);
    if (type?.type === "function_type") return !isText && arg.type !== "object" && arg.type !== "number";
    if (text === "string") return !isFunction && !/^(?:object|array|number)$/.test(arg.type);
    if (type?.type === "literal_type") return !isFunction && arg.type !== "object";
    return !(isFunction && /^(?:number|boolean)$/.test(text ?? ""));
  });
}

export function parametersOf(node: LightNode): LightNode[] {
  const list = childOf(node, "parameters")?.children ?? [];
  return list.filter((each) => each.type !== "comment" && childOf(each, "pattern")?.type !== "this");
}

/** Returns the type arguments of a call, either explicit or inferred from its arguments. */
export async function envOfCall(
  part: Part,
  outer: Env,
  call: LightNode | undefined,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Env> {
  const parameters = childOf(part.node, "type_parameters")?.children ?? [];
  if (parameters.length === 0 || !call) return outer;
  const env = new Map(outer);
  const written = childOf(call, "type_arguments")?.children ?? [];
  for (const [at, parameter] of parameters.entries()) {
    const type = written[at] && (await types.written(written[at], file, NO_ENV, depth + 1));
    if (type) env.set(parameter, type);
  }
  if (written.length > 0) return env;
  const args = childOf(call, "arguments")?.children ?? [];
  for (const [at, parameter] of parametersOf(part.node).entries()) {
    const [type, arg] = [annotationOf(parameter), args[at]];
    if (!type || !arg || !mentions(type, parameters, part.file)) continue;
    await infer(type, part.file, () => types.expression(arg, file, depth + 1), env, parameters, depth, types);
  }
  const result = annotationOf(part.node, "return_type");
  if (result && call.parent && parameters.some((each) => !env.has(each)) && mentions(result, parameters, part.file)) {
    const wanted = await types.wanted(call, file, depth + 1);
    if (wanted && wanted !== "none") await infer(result, part.file, async () => wanted, env, parameters, depth, types);
  }
  for (const parameter of parameters) {
    if (env.has(parameter)) continue;
    const fallback = childOf(parameter, "value");
    const type = fallback && (await types.written(fallback, part.file, env, depth + 1));
    if (type) env.set(parameter, type);
  }
  return env;
}

function mentions(type: LightNode, parameters: readonly LightNode[], file: ParsedFile): boolean {
  const names = new Set(parameters.map((each) => file.textOf(childOf(each, "name") ?? each)));
  const visit = (node: LightNode): boolean =>
    node.type === "type_identifier" ? names.has(file.textOf(node)) : node.children.some(visit);
  return visit(type);
}

async function infer(
  type: LightNode,
  file: ParsedFile,
  actual: () => Promise<Known>,
  env: Map<LightNode, T>,
  parameters: readonly LightNode[],
  depth: number,
  types: Types,
): Promise<void> {
  if (depth > MAX_STEPS) return;
  const next = (inner: LightNode | undefined, of: () => Promise<Known>) =>
    inner ? infer(inner, file, of, env, parameters, depth + 1, types) : Promise.resolve();
  switch (type.type) {
    case "type_identifier": {
      const by = file.lookup(file.textOf(type), type)?.by;
      const found = by && parameters.includes(by) && !env.has(by) ? await actual() : undefined;
      if (by && found) env.set(by, found);
      return;
    }
    case "readonly_type":
    case "parenthesized_type":
      return await next(type.children[0], actual);
    case "array_type":
      return await next(type.children[0], async () => elementOf(await actual()));
    case "union_type":
      for (const each of type.children) await next(each, actual);
      return;
    case "function_type": {
      const result = annotationOf(type, "return_type");
      return await next(result, async () => {
        const given = await actual();
        return given?.is === "function" && given.parts[0]
          ? await resultOf(given.parts[0], given.env, depth + 1, types)
          : undefined;
      });
    }
    case "generic_type": {
      const name = file.textOf(childOf(type, "name") ?? type);
      const args = childOf(type, "type_arguments")?.children ?? [];
      const given = await actual();
      if (/^(?:Promise|PromiseLike)$/.test(name)) return await next(args[0], async () => awaited(given));
      if (/^(?:Readonly|Partial|Required|NoInfer)$/.test(name)) return await next(args[0], async () => given);
      for (const [at, arg] of args.entries()) {
        const same = given?.is === "builtin" && (given.name === name || at === 0) ? given.args[at] : undefined;
        const own = given?.is === "named" ? given.args[at] : undefined;
        await next(arg, async () => same ?? own);
      }
    }
  }
}

/**
 * Returns the result of a function outside the workspace. It only has members in the workspace if one of the arguments
 * has some.
 */
async function externalResult(
  call: LightNode | undefined,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  if (!call || childOf(call, "type_arguments")) return undefined;
  const called = calledBy(call);
  const first = called && file.textOf(called).split(/[.(?[]/)[0];
  // Assertions never return anything from the workspace.
  if (/^(?:expect|assert|console|JSON|Math|Date|Number|String|Boolean|process|performance)$/.test(first ?? ""))
    return EXTERNAL;
  for (const arg of childOf(call, "arguments")?.children ?? []) {
    const type = await types.expression(arg, file, depth + 1);
    if (type?.is !== "external") return undefined;
  }
  return EXTERNAL;
}

/** Handles the methods of arrays, maps and promises, for which the type arguments of the receiver are known. */
async function platformResult(
  { name, args }: Extract<T, { is: "builtin" }>,
  call: LightNode | undefined,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  const [owner, method] = name.split(".");
  const [first, second] = args;
  const callback = childOf(call, "arguments")?.children[0];
  const ofCallback = async (): Promise<Known> => {
    const given = callback && (await types.expression(callback, file, depth + 1));
    return given?.is === "function" && given.parts[0]
      ? await resultOf(given.parts[0], given.env, depth + 1, types)
      : undefined;
  };
  if (owner === "Promise") {
    if (method === "then") return builtin("Promise", awaited(await ofCallback()));
    return method === "finally" ? builtin("Promise", first) : method === "catch" ? undefined : EXTERNAL;
  }
  switch (method) {
    case "map":
      return builtin("Array", await ofCallback());
    case "flatMap": {
      const result = await ofCallback();
      return builtin("Array", elementOf(result) ?? result);
    }
    case "filter":
    case "slice":
    case "concat":
    case "reverse":
    case "sort":
    case "splice":
    case "toSorted":
    case "toReversed":
    case "values":
    case "fill":
      return builtin("Array", owner?.includes("Map") && method === "values" ? second : first);
    case "keys":
      return builtin("Array", owner === "Array" ? EXTERNAL : first);
    case "entries":
      return owner?.includes("Map")
        ? builtin("Array", { is: "tuple", of: [first, second] })
        : builtin("Array", { is: "tuple", of: [EXTERNAL, first] });
    case "get":
      return second;
    case "find":
    case "findLast":
    case "pop":
    case "shift":
    case "at":
    case "deref":
      return first;
    case "set":
    case "add":
      return builtin(owner ?? "", first, second);
    case "reduce":
      return undefined;
    case "next":
      return undefined;
    default:
      return EXTERNAL;
  }
}
