/** Determines the delegate and the receiver of a delegate call. */
import { KIND } from "../outline/declaration-table.ts";
import type { TypeSymbol } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { type Binder, type BoundValue, typeOf } from "./bound-value.ts";
import { conditionalReceiver } from "./implicit-receivers.ts";

/** Returns the delegate that `name(…)` or `….Invoke(…)` calls, if it is declared in source. */
export function calledDelegate(binder: Binder, token: SyntaxNode, value: BoundValue): TypeSymbol | undefined {
  const type = binder.nameOf(token) === "Invoke" ? binder.types.of(receiverOf(token)) : typeOf(value);
  return type.is === "type" && type.type.kind === KIND.delegate ? type.type : undefined;
}

/** Returns the receiver of a member access, which is `a` for both `a.Name` and `a?.Name`. */
export function receiverOf({ parent }: SyntaxNode): SyntaxNode | undefined {
  if (parent?.type === "member_access_expression") return childOf(parent, "expression");
  return parent?.type === "member_binding_expression" ? conditionalReceiver(parent) : undefined;
}
