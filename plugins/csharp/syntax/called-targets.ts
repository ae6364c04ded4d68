/**
 * Works around code like `F(a) = b`, in which `F` returns by reference. The grammar does not support it, so we parse `F[a] = b`
 * instead and then repair the tree.
 */
import { childOf, type SyntaxNode } from "./syntax-node.ts";

const ASSIGNMENT = /^\s*(?:[-+*/%&|^]|<<|>>>?|\?\?)?=(?![=>])/;
/** Parentheses that follow one of these do not contain arguments. */
const NOT_CALLED = new Set(["var", "return", "else", "do", "await", "in", "case", "when", "out", "ref"]);

/** Finds assignments to calls. This must be given all tokens of a file, in order. */
export class CalledTargets {
  readonly #text: string;
  /** The offset of each open parenthesis, or -1 if it does not belong to a call. */
  readonly #open: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes the next token. Returns the parentheses of a call if there is an assignment to it. */
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

  /** Returns false for the `=>` of `C(int a) => (x, y) = (a, a)`. */
  #endsTypeArguments(previous: string, start: number): boolean {
    return previous === ">" && this.#text[this.#text.lastIndexOf(">", start) - 1] !== "=";
  }
}

/**
 * Turns the target of an assignment back into a call.
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

/** Wraps `F` in a call, for code like `F() = b`. Here, the parentheses are blank. */
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
