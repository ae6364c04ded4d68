/** Tool `angelscript_resolveSymbolAtPosition`. */
import type { Context, Json, Outcome, Row, View } from "../../core/host/mod.ts";
import type { ResolvedSymbol } from "./answers/resolve.ts";
import { nativeFacts } from "./engine/native-source.ts";
import { dataOf, success } from "./envelope.ts";
import { positionRequest } from "./position-input.ts";
import type { AngelscriptService } from "./service.ts";

export interface ResolveInput {
  filePath: string;
  position: { line: number; character: number };
  includeDocumentation?: boolean | undefined;
}

export default async function resolveSymbolAtPosition(input: ResolveInput, context: Context): Promise<Outcome> {
  const request = {
    ...(await positionRequest(input, context)),
    includeDocumentation: input.includeDocumentation ?? true,
  };
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<{ symbol: ResolvedSymbol }>({ op: "resolve", request }, context.signal);
  return success({ ...data, ...nativeFacts(native) });
}

export function view(value: Json): View {
  const symbol = dataOf<{ symbol: ResolvedSymbol }>(value)?.symbol;
  if (!symbol) return { rows: [] };
  const { kind, signature } = symbol;
  const rows: Row[] = [{ text: signature.startsWith(`${kind} `) ? signature : `${kind} ${signature}`, tone: "muted" }];
  const { definition } = symbol;
  const lines = definition?.preview.split("\n") ?? [];
  for (const [index, text] of lines.entries())
    rows.push({
      text,
      location: {
        absolute: definition!.filePath,
        display: definition!.filePath,
        startLine: definition!.startLine + index,
        startColumn: 1,
      },
      ...(index === 0 ? { links: linksOf(symbol) } : {}),
    });
  return { rows, language: "angelscript", notes: symbol.doc ? symbol.doc.text.trim().split("\n\n") : [] };
}

function linksOf(symbol: ResolvedSymbol): NonNullable<Row["links"]> {
  const links: NonNullable<Row["links"]> = [];
  if (symbol.kind === "class")
    links.push({ rel: "hierarchy", tool: "angelscript_getClassHierarchy", input: { name: symbol.name } });
  if (["class", "struct", "enum", "event", "delegate"].includes(symbol.kind))
    links.push({ rel: "members", tool: "angelscript_getTypeMembers", input: { name: symbol.name } });
  return links;
}
