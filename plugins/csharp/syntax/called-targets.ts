/** `F(a) = b`, with `F` returning by reference, is not supported by the grammar. We parse `F[a] = b` instead, then fix up the tree. */
import { childOf, type SyntaxNode } from "./syntax-node.ts";

const ASSIGNMENT = /^\s*(?:[-+*/%&|^]|<<|>>>?|\?\?)?=(?![=>])/;
/** Parentheses after these are not arguments */
const NOT_CALLED = new Set(["var", "return", "else", "do", "await", "in", "case", "when", "out", "ref"]);

/** Finds assignments to calls. This must be given all tokens of a file, in order. */
export class CalledTargets {
  readonly #text: string;
  /** Offset of each parenthesis still open, -1 unless it is a call's */
  readonly #open: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Next token. Returns the parentheses of a call if that is being assigned to. */
  next(token: string, start: number, previous: string): { open: number; close: number } | undefined {
    if (token === "(") {
      const isCall = /^[\p{L}_@]/u.test(previous)
        ? !NOT_CALLED.has(previous)
        : this.#endsTypeArguments(previous, start);
      this.#open.push(isCall ? start : -1);
      return undefined;
    }
    if (token !== ")") return undefined;
    const open = this.#open.pop() ?? -1;
    if (open < 0) return undefined;
    return ASSIGNMENT.test(this.#text.slice(start + 1, start + 80)) ? { open, close: start } : undefined;
  }

  /** False for the `=>` of `C(int a) => (x, y) = (a, a)` */
  #endsTypeArguments(previous: string, start: number): boolean {
    return previous === ">" && this.#text[this.#text.lastIndexOf(">", start) - 1] !== "=";
  }
}

/**
 * Turn the target of an assignment back into a call.
 * @param text - The source before masking
 */
export function repairCalledTarget(node: SyntaxNode, text: string): void {
  const target = childOf(node, "left");
  if (!target) return;
  const list = target.type === "element_access_expression" ? childOf(target, "subscript") : undefined;
  if (list && text[list.start] === "(") {
    target.type = "invocation_expression";
    list.type = "argument_list";
    list.field = "arguments";
    const callee = childOf(target, "expression");
    if (callee) callee.field = "function";
    for (const child of list.children) if (/^[[\]]$/.test(child.type)) child.type = child.type === "[" ? "(" : ")";
  } else if (/^(?:identifier|generic_name|member_access_expression)$/.test(target.type)) wrapInCall(target, text);
}

/** For `F() = b`. The parentheses are blank, so wrap `F` in a call. */
function wrapInCall(target: SyntaxNode, text: string): void {
  const [all = "", space = ""] = /^(\s*)\(\s*\)/.exec(text.slice(target.end, target.end + 100)) ?? [];
  if (all === "") return;
  const open = target.end + space.length;
  const end = target.end + all.length;
  const leaf = (type: string, start: number): SyntaxNode => node(type, start, start + 1, []);
  const callee = { ...node(target.type, target.start, target.end, target.children), field: "function" };
  const list = node("argument_list", open, end, [leaf("(", open), leaf(")", end - 1)]);
  list.field = "arguments";
  target.type = "invocation_expression";
  target.end = end;
  target.children = [callee, list];
  for (const child of target.children) child.parent = target;
}

function node(type: string, start: number, end: number, children: SyntaxNode[]): SyntaxNode {
  const made: SyntaxNode = { type, start, end, field: "", parent: undefined, children };
  for (const child of children) child.parent = made;
  return made;
}
