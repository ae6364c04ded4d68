/** Overloads that their author prefers: `[OverloadResolutionPriority(n)]` counts among the members of one type (C# 13). */
import { introducedBy } from "../semantics/implementations.ts";
import type { Member, Model } from "../semantics/workspace-model.ts";

const WRITTEN = /^(?:[\w.]+(?:\.|::))?OverloadResolutionPriority(?:Attribute)?\((.*)\)$/;
/** What Unity's compiler defines: it knows no such attribute. */
const OF_UNITY = "UNITY_5_3_OR_NEWER";

interface Rank {
  /** The type that declared the member first. */
  owner: string;
  /** NaN where it is not written as a number. */
  priority: number;
  written: string;
}

/** How one member stands to another: above 0 where it is preferred, NaN where nobody knows. */
export type Order = (a: Member, b: Member) => number;

export function orderOf(model: Model, members: readonly Member[]): Order {
  const ranks = new Map(members.map((member) => [member.key, rankOf(model, member)]));
  return (a, b) => {
    const [one, other] = [ranks.get(a.key)!, ranks.get(b.key)!];
    return one.owner !== other.owner || one.written === other.written ? 0 : one.priority - other.priority;
  };
}

function rankOf(model: Model, member: Member): Rank {
  // An override has what was written where it was introduced.
  const first = introducedBy(model, member);
  const isKnown = model.isDefined(first.file.path, OF_UNITY) !== true;
  const { attributes } = model.header(first);
  const written = isKnown ? (attributes.map((each) => WRITTEN.exec(each)?.[1]).find((each) => each) ?? "0") : "0";
  const number = written.replaceAll(/[\s_]/g, "");
  return {
    owner: first.owner.key,
    priority: /^[-+]?\d+$/.test(number) ? Number(number) : Number.NaN,
    written: number,
  };
}
