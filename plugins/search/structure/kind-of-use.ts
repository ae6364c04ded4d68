/**
 * Decides whether a name is called or written to. Most grammars use similar names for their nodes, so one set of rules is
 * enough for all languages.
 */
import type { CodeNode } from "./code-tree.ts";

export type UseKind = "call" | "write";

const CALL = /(?:^|_)call(?:_|$)|invocation|object_creation|new_expression|instance_expression/;
const ARGUMENTS = /argument|call_suffix|token_tree|parenthesized|template_string|^block$|lambda|closure|class_body/;
const ASSIGNMENT = /^(?!left_|right_).*assign(?:ment)?(?:_|$)|update_expression|(?:inc|dec)_statement/;
/** Operators like `++`. */
const UNARY = /(?:pre|post)fix(?:_unary)?_expression|unary_expression/;
/** Assignments with multiple targets, as in `a, b = b, a`. */
const TARGETS = /pattern|list|tuple/;
/** `a[i] = x` writes to an element and not to `a` itself. */
const ELEMENT = /subscript|(?<!dot_|method_)index|element_access|array_access|element_reference/;

/** Returns the kind of use. @param path nodes from the root down to the leaf */
export function kindOfUse(path: readonly CodeNode[]): UseKind | undefined {
  const leaf = path.at(-1);
  if (!leaf || leaf.children.length > 0) return undefined;
  for (let at = path.length - 2; at >= 0; at--) {
    const [parent, node, child] = [path[at - 1], path[at], path[at + 1]];
    if (!node || !child || ELEMENT.test(node.type)) return undefined;
    if (node.type === "command_name") return "call";
    if (isAssignment(node)) {
      const isTarget = namedIn(node)[0] === child && !/declaration/.test(parent?.type ?? "");
      return isTarget && targetsOf(child).includes(leaf) ? "write" : undefined;
    }
    // In Ruby, an assignment to `a.b` calls `b`. In Swift, an assignment to `a[b]` calls `a`.
    const isTarget = parent && /assign/.test(parent.type) && namedIn(parent)[0] === node;
    if (CALL.test(node.type) && !isTarget)
      return calleeOf(node) === child && lastName(child) === leaf ? "call" : undefined;
  }
  return undefined;
}

function isAssignment({ type, children }: CodeNode): boolean {
  return (
    ASSIGNMENT.test(type) || (UNARY.test(type) && children.some((each) => each.type === "++" || each.type === "--"))
  );
}

function namedIn({ children }: CodeNode): CodeNode[] {
  return children.filter(({ named }) => named);
}

function calleeOf(call: CodeNode): CodeNode | undefined {
  const parts = namedIn(call);
  const end = parts.findIndex(({ type }) => ARGUMENTS.test(type));
  return end < 0 ? parts.at(-1) : parts[end - 1];
}

/** Returns the last part of a name, which is `c` for both `a.b.c` and `a.b.c<T>`. */
function lastName(node: CodeNode): CodeNode {
  const last = namedIn(node).findLast(({ type }) => !ARGUMENTS.test(type));
  return last ? lastName(last) : node;
}

function targetsOf(node: CodeNode): CodeNode[] {
  const parts = namedIn(node);
  if ([node, ...parts].some(({ type }) => ELEMENT.test(type) || /arguments|argument_list|call_suffix/.test(type)))
    return [];
  return parts.length === 1 || TARGETS.test(node.type) ? parts.flatMap(targetsOf) : [lastName(node)];
}
