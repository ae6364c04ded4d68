/** Determines more precise kinds of use, such as get and set for properties, or raise, subscribe and unsubscribe for events. */
import type { Binder, BoundValue } from "../binding/bound-value.ts";
import { KIND } from "../outline/declaration-table.ts";
import { delegateOf } from "../semantics/delegates.ts";
import type { Member } from "../semantics/semantic-model.ts";
import { invocationOf } from "../syntax/invocations.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { accessOf, memberBehind, usageOf } from "../syntax/token-position.ts";
import type { SubscribedEvent } from "./reference-query.ts";
import { memberPath } from "./related-members.ts";

export type { SubscribedEvent } from "./reference-query.ts";

interface RefinedUse {
  kind: string;
  event?: SubscribedEvent;
}

/** The methods of UnityEvent that take a handler. */
const LISTENERS: Readonly<Record<string, string>> = { AddListener: "subscribe", RemoveListener: "unsubscribe" };
const RAISES: ReadonlySet<string> = new Set(["Invoke", "DynamicInvoke", "BeginInvoke"]);

/**
 * Refine the kind of a use.
 * @param kind - `read`, `write` or `call`
 * @param targets - Used in case the value is unknown
 */
export function refinedUse(
  binder: Binder,
  value: BoundValue,
  token: SyntaxNode,
  kind: string,
  targets: readonly Member[],
): RefinedUse {
  const members = "members" in value && value.members ? value.members : targets;
  const kinds = new Set(members.map(({ declaration }) => declaration.kind));
  const [only] = kinds;
  if (kinds.size !== 1) return { kind };
  switch (only) {
    case KIND.method:
      return kind === "read" ? handlerUse(binder, token, kind) : { kind };
    case KIND.event:
      return { kind: eventUse(binder, token, kind, "raise") };
    case KIND.property:
    case KIND.field: {
      const access = accessOf(token);
      const behind = kind === "read" ? memberBehind(access) : undefined;
      const isWrapped = behind !== undefined && binder.nameOf(behind) === "Value";
      if (isWrapped && usageOf(nameToken(behind), binder.file.text) === "write")
        return { kind: "write through .Value" };
      if (isUnityEvent(value)) return { kind: eventUse(binder, token, kind, "raise") };
      if (isDelegate(binder, value)) return { kind: eventUse(binder, token, kind, "call") };
      if (only === KIND.field || kind === "call") return { kind };
      return { kind: kind === "write" ? "set" : "get" };
    }
    default:
      return { kind };
  }
}

function isDelegate({ model }: Binder, value: BoundValue): boolean {
  return value.is === "value" && delegateOf(model, value.type) !== undefined;
}

function isUnityEvent(value: BoundValue): boolean {
  return value.is === "value" && value.type.is === "external" && value.type.name === "UnityEvent";
}

/** Names the use of an event. @param raised how to call a use that raises the event */
function eventUse(binder: Binder, token: SyntaxNode, kind: string, raised: string): string {
  if (kind === "call") return raised;
  const access = accessOf(token);
  const { parent } = access;
  if (parent?.type === "assignment_expression" && access.field === "left") return subscription(parent) ?? kind;
  const behind = memberBehind(access);
  if (!behind || !invocationOf(behind)) return kind;
  const name = binder.nameOf(behind);
  return RAISES.has(name) ? raised : (LISTENERS[name] ?? kind);
}

function subscription(assignment: SyntaxNode): string | undefined {
  if (assignment.children.some(({ type }) => type === "+=")) return "subscribe";
  return assignment.children.some(({ type }) => type === "-=") ? "unsubscribe" : undefined;
}

/** Handles methods that are used without being called, for example in `E += M`, `E += new H(M)` and `e.AddListener(M)`. */
function handlerUse(binder: Binder, token: SyntaxNode, kind: string): RefinedUse {
  let node = accessOf(token);
  while (node.parent && /^(?:parenthesized|cast)_expression$/.test(node.parent.type)) node = node.parent;
  const list = node.parent?.type === "argument" ? node.parent.parent : undefined;
  const call = list?.type === "argument_list" ? list.parent : undefined;
  if (call?.type === "invocation_expression") {
    const head = childOf(call, "function");
    const name = head && childOf(head.type === "conditional_access_expression" ? head.children.at(-1) : head, "name");
    const how = name && LISTENERS[binder.nameOf(name)];
    const event = head && childOf(head, head.type === "conditional_access_expression" ? "condition" : "expression");
    return how && event ? withEvent(binder, how, event) : { kind };
  }
  if (call?.type === "object_creation_expression" || call?.type === "implicit_object_creation_expression") node = call;
  const { parent } = node;
  if (parent?.type !== "assignment_expression" || node.field !== "right") return { kind };
  const how = subscription(parent);
  const event = childOf(parent, "left");
  return how && event ? withEvent(binder, how, event) : { kind };
}

function withEvent(binder: Binder, kind: string, access: SyntaxNode): RefinedUse {
  const name = lastName(access);
  if (!name) return { kind };
  const value = binder.resolve(name);
  const [member] = value.is === "value" ? (value.members ?? []) : [];
  const written = binder.nameOf(name);
  if (!member) return { kind, event: { name: written, symbol: written, path: "", line: 0 } };
  const { store } = binder.model;
  const handle = store.ofFile(member.file.path)[member.index];
  const line = handle ? store.symbol(handle).nameLine : 0;
  return { kind, event: { name: written, symbol: memberPath(member), path: member.file.path, line } };
}

function lastName(access: SyntaxNode): SyntaxNode | undefined {
  if (access.type === "identifier") return access;
  const last = access.type === "conditional_access_expression" ? access.children.at(-1) : access;
  const name = childOf(last, "name");
  return name && nameToken(name);
}

function nameToken(name: SyntaxNode): SyntaxNode {
  return name.type === "generic_name" ? (name.children[0] ?? name) : name;
}
