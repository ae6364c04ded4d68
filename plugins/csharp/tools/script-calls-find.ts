/** Implements `script_calls_find`, which finds callers (including Unity and assets) or callees over several steps. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { ScriptService } from "../queries/service.ts";
import { CallWalk, MAX_NODES } from "../sets/call-walk.ts";
import { assetsCalling } from "./assets/event-calls.ts";
import { unityNotes, withoutCall } from "./assets/other-callers.ts";
import { forEachName, missingHint, type SeveralNames, symbolHead } from "./several-symbols.ts";
import { allReferences, callableQuery, notFound, type SymbolInput, shownTargets } from "./symbol-query.ts";

export interface Input extends SeveralNames {
  direction: "callers" | "callees";
  depth: number;
}

const MAX_ASSETS = 20;

export default async function scriptCallsFind(input: Input, context: Context): Promise<Outcome> {
  const { unread } = await (await context.service<ScriptService>()).unread();
  const rest = unread === undefined ? {} : { unread };
  if (!input.names) {
    const { targets, ...answer } = await callsOf(input, input, context);
    return { value: { success: true, ...answer, ...shownTargets(targets), ...rest } };
  }
  const { answers, missing } = await forEachName(input, (name) => callsOf({ ...input, name }, input, context));
  const symbols = answers.map(({ name, answer: { results, total, targets, assets, note } }): JsonObject => {
    const more = { ...(assets === undefined ? {} : { assets }), ...(note === undefined ? {} : { note }) };
    return { ...symbolHead(name, targets.targets), count: total, ...more, calls: results };
  });
  const total = answers.reduce((sum, { answer }) => sum + answer.total, 0);
  const without = answers
    .filter(({ answer }) => answer.total === 0)
    .map(({ name, answer }) => withoutCall(name, answer));
  return {
    value: {
      success: true,
      results: [],
      symbols,
      ...(without.length > 0 ? { withoutCall: without } : {}),
      total,
      targets: [],
      ...missingHint(missing),
      ...rest,
    },
  };
}

interface Calls {
  results: JsonObject[];
  total: number;
  targets: Parameters<typeof shownTargets>[0];
  assets?: string[];
  note?: string;
}

async function callsOf(symbol: SymbolInput, { direction, depth }: Input, context: Context): Promise<Calls> {
  const query = await callableQuery(symbol, context);
  const walk = new CallWalk(direction, depth, allReferences, context);
  const answer = await walk.from(query);
  const { targets } = answer;
  const isCalled = direction === "callers" && targets.length > 0;
  const symbolPaths = targets.map(({ symbol_path }) => String(symbol_path));
  const bound = isCalled ? (await assetsCalling(query, symbolPaths, context)).slice(0, MAX_ASSETS) : [];
  const notes = [
    ...(isCalled && walk.rows.length === 0 ? await unityNotes(targets, context) : []),
    ...(walk.isCut ? [`More than ${MAX_NODES} declarations: the others were left out; use fewer steps`] : []),
    ...[...walk.unraised].map((event) => `It is subscribed to ${event}, which no script raises`),
    ...(direction === "callers" && targets.some(({ kind }) => kind === "event")
      ? ["Methods that raise the event: script_refs_find lists its subscribers"]
      : []),
  ];
  return {
    results: walk.rows.map(({ absolute: _, event: __, test: ___, ...row }) => ({ ...row })),
    total: walk.rows.length,
    targets: answer,
    ...(bound.length > 0 ? { assets: bound } : {}),
    ...(notes.length > 0 ? { note: notes.join(". ") } : {}),
    ...(targets.length === 0 ? await notFound(query, { ...answer, rows: walk.rows.length }, context) : {}),
  };
}

export { callLines as lines } from "./relation-lines.ts";
