/** Tool `angelscript_getTypeMembers`. */
import type { Context, Json, JsonObject, Outcome, View } from "../../core/host/mod.ts";
import { answerError } from "./answers/answer-error.ts";
import type { MembersAnswer } from "./answers/members.ts";
import { nativeFacts } from "./engine/native-source.ts";
import { dataOf, success } from "./envelope.ts";
import { fitRows } from "./fit-rows.ts";
import type { AngelscriptService } from "./service.ts";

export interface MembersInput {
  name: string;
  namespace?: string | undefined;
  includeInherited?: boolean | undefined;
  includeDocs?: boolean | undefined;
  kinds?: "both" | "method" | "property" | undefined;
}

/** What a cut answer says beside its members. */
interface CutAnswer extends MembersAnswer {
  total?: number;
  truncated?: boolean;
  hint?: string;
}

export default async function getTypeMembers(input: MembersInput, context: Context): Promise<Outcome> {
  if (input.name.trim() === "") throw answerError("InvalidParams", '"name" must not be empty');
  const service = await context.service<AngelscriptService>();
  const request = {
    name: input.name,
    namespace: input.namespace,
    includeInherited: input.includeInherited ?? false,
    includeDocs: input.includeDocs ?? false,
    kinds: input.kinds ?? "both",
  };
  const { data, native } = await service.ask<MembersAnswer>({ op: "members", request }, context.signal);
  return success({ ...data, ...nativeFacts(native) });
}

export function view(value: Json): View {
  const data = dataOf<CutAnswer>(value);
  if (!data) return { rows: [] };
  const rows = data.members.map((member) => ({
    text: member.signature,
    cells: {
      kind: member.kind,
      signature: member.signature,
      declaredIn: member.declaredIn,
      visibility: member.visibility,
    },
    ...(member.isInherited ? { tone: "muted" as const } : {}),
  }));
  const notes = [data.type.qualifiedName];
  if (data.truncated) notes.push(`${data.members.length} of ${data.total} members shown. ${data.hint}`);
  return { rows, columns: ["kind", "signature", "declaredIn", "visibility"], notes };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  const data = dataOf<CutAnswer>(value);
  if (!data) return undefined;
  return fitRows(data.members.length, maxChars, (count) => {
    const cut: CutAnswer = {
      ...data,
      members: data.members.slice(0, count),
      total: data.members.length,
      truncated: count < data.members.length,
      hint: "Ask with kinds, without includeInherited or without includeDocs; angelscript_searchApi pages through `Type.`",
    };
    return { ok: true, data: cut as unknown as JsonObject };
  });
}
