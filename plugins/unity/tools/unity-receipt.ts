/**
 * Implements `unity-receipt`, which returns the outcome of a command whose answer was lost. It looks at our receipts first and
 * then requests the outcome from the Editor.
 */
import type { InferOutput } from "valibot";
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { queryContext } from "../command/command.ts";
import { editorError } from "../command/editor-errors.ts";
import type { CommandOutcome, Receipt } from "../command/receipt.ts";
import { withFailedTests } from "../results/failed-tests.ts";
import { type EditorCall, openCall } from "../routing/editor-call.ts";
import { markQuery, markStateIn } from "../routing/run-once-guard.ts";
import type { unityReceiptInput } from "./input.ts";

export default async function unityReceipt(
  input: InferOutput<typeof unityReceiptInput>,
  context: Context,
): Promise<Outcome> {
  const call = await openCall(input, context);
  const { router } = call;
  const receipts = await router.receipts.list();
  const Ver = router.ver ?? "";
  if (input.Id === "") {
    const latest = receipts.reverse().slice(0, input.MaxCount);
    return { value: { Success: true, Receipts: latest.map((each) => shown(each, recordedOutcome(each))), Ver } };
  }
  const receipt = receipts.find(({ id }) => id === input.Id);
  if (!receipt) {
    throw editorError("PARAMETER_REFUSED", `Unknown receipt "${input.Id}" for this project`, {
      hint: "Omit Id for the latest ones; the last 200 are kept",
    });
  }
  const known = recordedOutcome(receipt);
  const outcome = known.verdict === "unknown" ? ((await fromEditor(receipt, call, context)) ?? known) : known;
  const named = outcome.result && (await withFailedTests(outcome.result, router.projectRoot, context)).result;
  return {
    value: {
      Success: true,
      ...shown(receipt, named ? { ...outcome, result: named } : outcome),
      Ver: router.ver ?? "",
    },
  };
}

function recordedOutcome({ state, result }: Receipt): CommandOutcome {
  switch (state) {
    case "answered":
      return { verdict: "ran", why: "Its answer had arrived", ...(result ? { result } : {}) };
    case "not run":
      return { verdict: "did not run", why: "It was refused, or never sent" };
    default:
      return {
        verdict: "unknown",
        why: state === "lost" ? "Its answer was lost" : "It was about to be sent, or is still running",
      };
  }
}

async function fromEditor(
  receipt: Receipt,
  { router, commandContext }: EditorCall,
  context: Context,
): Promise<CommandOutcome | undefined> {
  const backend = router.backendOf(receipt);
  if (!backend) return undefined;
  const part = queryContext(commandContext);
  if (!receipt.guarded) return backend.findOutcome(receipt, part);
  if (context.readOnly)
    return { verdict: "unknown", why: "Asking the Editor needs C#, which is not run under --read-only" };
  const params = { Code: markQuery(receipt.id), Parameters: {}, CompileOnly: false };
  const { result } = await backend.run({ method: "execute-dynamic-code", params, repeatable: true }, part);
  const answer = markStateIn(result);
  if (!answer) return undefined;
  if (answer.begun) {
    return {
      verdict: "ran",
      why: "Its mark is in the Editor's session, so it began; its result was not kept",
    };
  }
  const started = context.clock.now() - answer.seconds * 1_000;
  return started < receipt.at
    ? {
        verdict: "did not run",
        why: "The Editor was running before the command was sent and has no mark of it; if the command still arrives, the Editor refuses it",
      }
    : { verdict: "unknown", why: "The Editor was started after it was sent, so its session has no mark" };
}

function shown(receipt: Receipt, { verdict, why, result }: CommandOutcome): JsonObject {
  return {
    Id: receipt.id,
    Tool: receipt.tool,
    SentAt: new Date(receipt.at).toISOString(),
    Backend: receipt.backend,
    Verdict: verdict,
    Why: why,
    ...(result ? { Result: result } : {}),
  };
}
