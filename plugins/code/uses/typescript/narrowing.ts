/**
 * Narrows the type of a name by the tests around a node, such as `instanceof` and tests for the tag of a union like
 * `x.kind === "a"`.
 */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { chooseOverload, parametersOf, signaturesOf } from "./calls.ts";
import { calledBy } from "./names.ts";
import { isSameTag, tagsOf } from "./tags.ts";
import { annotationOf, type Known, NO_ENV, type T, type Types } from "./type-model.ts";
import { partsOfConstant } from "./union-parts.ts";

interface Test {
  left: LightNode;
  right: LightNode;
  /** For a call that may test its argument, it is "()", `left` is the argument, and `right` is the call. */
  operator: string;
  /** False if the node is only reached when the test fails. */
  holds: boolean;
}

/** Returns the type of an expression at a node. Its declared type may be known or not. */
export async function narrowed(
  node: LightNode,
  declared: Known,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  const text = file.textOf(node);
  let type = declared;
  // If `instanceof` is tested nearby, an external type may turn out to be a type in the workspace.
  if (type?.is === "external" && node.type === "identifier" && isTestedSomewhere(node, text, file)) type = undefined;
  if (type?.is === "union" && node.type === "identifier") type = await partsOfConstant(type, node, file, types);
  for (const { left, right, operator, holds } of testsAround(node, text, file)) {
    if (operator === "instanceof") {
      const found = holds && file.textOf(left) === text ? await types.expression(right, file, depth + 1) : undefined;
      if (found?.is === "named") return { ...found, isStatic: false };
      continue;
    }
    if (operator === "()") {
      const guarded = file.textOf(left) === text ? await guardedType(left, right, file, depth, types) : undefined;
      if (guarded && holds) return guarded;
      if (guarded && type?.is === "union") type = without(type, guarded);
      continue;
    }
    const tag = tagTest(left, right, text, file);
    if (!tag || type?.is !== "union" || !/^[!=]==?$/.test(operator)) continue;
    type = await withTag(type.of, tag, holds === operator.startsWith("="), types);
  }
  return type;
}

/** Returns the type that a call tests its argument for, as declared by `x is T`. */
async function guardedType(
  argument: LightNode,
  call: LightNode,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  const called = calledBy(call);
  const callee = called && (await types.expression(called, file, depth + 1));
  const signatures = callee ? signaturesOf(callee, "call_signature") : [];
  const part = chooseOverload(
    signatures.map((each) => each.part),
    call,
  );
  const predicate = annotationOf(part?.node, "return_type");
  const [subject, written] = predicate?.children ?? [];
  if (!part || predicate?.type !== "type_predicate" || !subject || !written) return undefined;
  const parameter = parametersOf(part.node)[childOf(call, "arguments")?.children.indexOf(argument) ?? -1];
  const name = childOf(parameter, "pattern");
  if (!name || part.file.textOf(name) !== part.file.textOf(subject)) return undefined;
  const type = await types.written(written, part.file, NO_ENV, depth + 1);
  return type?.is === "named" || type?.is === "object" ? type : undefined;
}

/** Returns the parts of a union that are declared elsewhere than a type. */
function without(union: Extract<T, { is: "union" | "intersection" }>, type: T): T {
  const node = nodeOf(type);
  const of = union.of.filter((each) => nodeOf(each) !== node);
  const [only] = of;
  return of.length === 1 && only ? only : { ...union, of: of.length > 0 ? of : union.of };
}

function nodeOf(type: T): LightNode | undefined {
  return type.is === "named" ? type.parts[0]?.node : type.is === "object" ? type.part.node : undefined;
}

function isTestedSomewhere(node: LightNode, text: string, file: ParsedFile): boolean {
  if (!file.text.includes(`${text} instanceof`)) return false;
  let around: LightNode | undefined = node;
  while (around && !/function|method_definition|^program$/.test(around.type)) around = around.parent;
  return around !== undefined && file.textOf(around).includes(`${text} instanceof`);
}

/** For `x.kind === "a"` and x, returns the key and the text of the value. */
function tagTest(
  left: LightNode,
  right: LightNode,
  text: string,
  file: ParsedFile,
): { key: string; value: string } | undefined {
  for (const [side, value] of [
    [left, right],
    [right, left],
  ]) {
    if (side?.type !== "member_expression" || !value) continue;
    const [object, property] = [childOf(side, "object"), childOf(side, "property")];
    if (!object || !property || file.textOf(object) !== text) continue;
    if (/^(?:string|number|true|false|member_expression)$/.test(value.type))
      return { key: file.textOf(property), value: file.textOf(value) };
  }
  return undefined;
}

async function withTag(
  of: readonly T[],
  { key, value }: { key: string; value: string },
  holds: boolean,
  types: Types,
): Promise<T> {
  const left: T[] = [];
  for (const part of of) {
    const tags = await tagsOf(part, key, types);
    const isMeant = tags?.some((tag) => isSameTag(tag, value));
    // A part whose tag is not known remains.
    if (!tags || (holds ? isMeant : !isMeant || tags.length > 1)) left.push(part);
  }
  const [only] = left;
  return left.length === 1 && only ? only : { is: "union", of: left.length > 0 ? left : of };
}

const NEVER_COMES_BACK = /^(?:return_statement|throw_statement|continue_statement|break_statement)$/;

/** Yields the tests that hold or fail at a node, nearest first. */
function* testsAround(node: LightNode, text: string, file: ParsedFile): Generator<Test> {
  const mentions = (test: LightNode | undefined) => test !== undefined && file.textOf(test).includes(text);
  for (let at = node; at.parent && !/^(?:program|class_body)$/.test(at.parent.type); at = at.parent) {
    const { parent } = at;
    const condition = childOf(parent, "condition");
    if (
      /^(?:if_statement|ternary_expression|while_statement)$/.test(parent.type) &&
      at !== condition &&
      mentions(condition)
    )
      yield* parts(condition, at.field !== "alternative", file);
    if (parent.type === "binary_expression" && at.field === "right") {
      const left = childOf(parent, "left");
      const operator = file.text.slice(left?.end, at.start);
      if (/&&|\|\|/.test(operator) && mentions(left)) yield* parts(left, operator.includes("&&"), file);
    }
    if (parent.type === "switch_case" && at.field !== "value") yield* switchTests(parent, text, file);
    if (/^(?:statement_block|program|switch_case)$/.test(parent.type)) yield* guards(at, parent, text, file);
  }
}

/** Yields tests such as `if (x.kind !== "a") return` before a node. */
function* guards(at: LightNode, block: LightNode, text: string, file: ParsedFile): Generator<Test> {
  for (const each of block.children) {
    if (each === at) return;
    if (each.type !== "if_statement" || childOf(each, "alternative")) continue;
    const body = childOf(each, "consequence");
    const last = body?.type === "statement_block" ? body.children.at(-1) : body;
    const condition = childOf(each, "condition");
    if (last && NEVER_COMES_BACK.test(last.type) && condition && file.textOf(condition).includes(text))
      yield* parts(condition, false, file);
  }
}

function* switchTests(branch: LightNode, text: string, file: ParsedFile): Generator<Test> {
  const value = childOf(branch, "value");
  const on = branch.parent?.parent && childOf(branch.parent.parent, "value");
  const subject = on?.type === "parenthesized_expression" ? on.children[0] : on;
  const before = branch.parent?.children[branch.parent.children.indexOf(branch) - 1];
  // If the case above falls through to this one, it says nothing.
  const isAlone = !before || before.children.some(({ field }) => field === "body");
  if (value && subject && isAlone && file.textOf(subject).startsWith(text))
    yield { left: subject, right: value, operator: "===", holds: true };
}

/** Yields the tests that are certain to hold, or to fail, if the whole condition does. */
function* parts(condition: LightNode | undefined, holds: boolean, file: ParsedFile): Generator<Test> {
  if (!condition) return;
  if (condition.type === "parenthesized_expression") {
    yield* parts(condition.children[0], holds, file);
    return;
  }
  if (condition.type === "unary_expression" && file.text[condition.start] === "!") {
    yield* parts(condition.children[0], !holds, file);
    return;
  }
  if (condition.type === "call_expression") {
    // With type arguments, `!` is inside the call.
    const isNegated = childOf(condition, "function")?.type === "unary_expression";
    for (const argument of childOf(condition, "arguments")?.children ?? [])
      yield { left: argument, right: condition, operator: "()", holds: holds !== isNegated };
    return;
  }
  if (condition.type !== "binary_expression") return;
  const [left, right] = [childOf(condition, "left"), childOf(condition, "right")];
  const operator = file.text.slice(left?.end, right?.start).trim();
  if (operator === (holds ? "&&" : "||")) {
    yield* parts(left, holds, file);
    yield* parts(right, holds, file);
  } else if (left && right) yield { left, right, operator, holds };
}
