/** Implements the tool `angelscript_getTypeMembers`. */
import type { Context, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { AngelscriptService } from "../queries/service.ts";
import type { MemberRow, MembersAnswer } from "../queries/type-members.ts";
import { answerError } from "../symbols/answer-error.ts";
import { success } from "./error-envelope.ts";
import { scriptPath } from "./position-input.ts";

interface MembersInput {
  name: string;
  namespace?: string | undefined;
  includeInherited?: boolean | undefined;
  includeDocs?: boolean | undefined;
  kinds?: "both" | "method" | "property" | undefined;
  nameFilter?: string | undefined;
  includeUses?: boolean | undefined;
}

export default async function getTypeMembers(input: MembersInput, context: Context): Promise<Outcome> {
  if (input.name.trim() === "") throw answerError("InvalidParams", '"name" must not be empty');
  const service = await context.service<AngelscriptService>();
  const request = {
    name: input.name,
    path: /\.as$/i.test(input.name.trim()) ? await scriptPath(input.name.trim(), context) : undefined,
    namespace: input.namespace,
    includeInherited: input.includeInherited ?? false,
    includeDocs: input.includeDocs ?? false,
    kinds: input.kinds ?? "both",
    nameFilter: input.nameFilter,
    includeUses: input.includeUses ?? false,
  };
  const { data, native } = await service.ask<MembersAnswer>({ op: "members", request }, context);
  const { type, members, ...rest } = data;
  return success({ type, total: members.length, members, ...rest, ...nativeFacts(native) });
}

/** The signature contains the owner and the visibility. */
export function lines({ row: member }: RenderedRow<MemberRow>): Row[] {
  const { kind, signature, declaredIn, declaredInKind, visibility, filePath, startLine } = member;
  const notes = [
    member.isAccessor ? `${member.accessorKind} accessor` : kind,
    ...(member.isInherited ? [`inherited from ${declaredIn}`] : []),
    ...(member.isMixin ? [`mixin of ${declaredIn || "the global namespace"}`] : []),
    ...(member.isStatic ? ["static"] : []),
    ...(member.isBlueprintEvent ? ["BlueprintEvent"] : []),
    ...(member.isOverridable ? ["native, overridable"] : []),
    ...(member.overrides === undefined ? [] : [`overrides ${member.overrides}`]),
    ...usesNote(member),
    ...(member.description === "" ? [] : [member.description.replace(/\s+/g, " ").trim()]),
  ];
  // The owner is in the heading already.
  const own = member.isInherited || declaredIn === "" ? signature : signature.replace(`${declaredIn}.`, "");
  const row: Row = {
    text: own,
    note: notes.join(", "),
    cells: { kind, signature, declaredIn, visibility, description: member.description },
  };
  if (declaredInKind === "type")
    row.links = [{ rel: "members", tool: "angelscript_getTypeMembers", input: { name: declaredIn } }];
  if (filePath !== undefined && startLine !== undefined)
    row.location = { absolute: filePath, display: filePath, startLine, startColumn: 1 };
  if (member.isInherited) row.tone = "muted";
  return [row];
}

function usesNote({ uses, unresolved }: MemberRow): string[] {
  if (uses === undefined) return [];
  const known = uses === 0 ? "used by no script" : uses === 1 ? "1 use" : `${uses} uses`;
  return [
    unresolved ? `${uses === 0 ? "0 uses" : known}, ${unresolved} more with its name could not be resolved` : known,
  ];
}
