/**
 * Handles a call from start to end: it finds the tool, validates the input, checks permissions and runs the tool. Every failure
 * is returned in the plugin's own envelope.
 */

import { unknownTool } from "./absent-tool.ts";
import { answerFaults } from "./answer-faults.ts";
import type { Workspace } from "./contract/context.ts";
import { JigError, toJigError } from "./contract/errors.ts";
import type { InvokeOptions, JsonSchema } from "./contract/host.ts";
import { isObject } from "./contract/is-object.ts";
import type { JsonObject, Outcome } from "./contract/outcome.ts";
import type { Effect } from "./contract/plugin-schema.ts";
import { type CallContext, defaultFailure } from "./contract/runner.ts";
import { TimeSlice } from "./contract/time-slice.ts";
import { EFFECTS, effectOfCall } from "./manifest/call-effect.ts";
import type { ToolManifest } from "./manifest/manifest.ts";
import {
  type ListingRules,
  type Plugin,
  pluginInfo,
  type RegisteredTool,
  type Registry,
  toolInfo,
} from "./manifest/registry.ts";
import { withoutPatterns } from "./manifest/schema-patterns.ts";
import { acceptedSchema } from "./manifest/standard-parameters.ts";
import { withoutSynonyms } from "./manifest/synonyms.ts";
import { validateInput } from "./manifest/validate.ts";
import { noRoot } from "./workspace/workspace.ts";

const DEFAULT_TIMEOUT_MS = 120_000;
/** Tools with their own time limit get this many additional milliseconds to return partial results. */
const OWN_TIMEOUT_GRACE_MS = 5000;
/** After a cancellation, a handler has this many milliseconds to end before we answer in its place. */
const SETTLE_GRACE_MS = 1000;

export interface InvokeParts extends Pick<Registry, "find" | "names" | "plugins"> {
  rules: ListingRules;
  context(
    plugin: Plugin,
    tool: string,
    signal: AbortSignal,
    options: InvokeOptions & { effect: Effect; input: JsonObject },
  ): CallContext;
  workspace: Workspace;
  page(tool: RegisteredTool, input: JsonObject, run: (input: JsonObject) => Promise<Outcome>): Promise<Outcome>;
}

/** This never throws. */
export async function invokeTool(
  parts: InvokeParts,
  name: string,
  input: unknown,
  options: InvokeOptions,
): Promise<Outcome> {
  const found = parts.find(name);
  if (!found) {
    const plugins = parts.plugins().map((plugin) => pluginInfo(plugin, parts.rules.conditions));
    return defaultFailure(unknownTool(name, parts.names(), plugins));
  }
  const { plugin, tool } = found;
  const slice = new TimeSlice();
  const timer = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, timer.signal]) : timer.signal;
  try {
    refuseUnusable(found, parts.rules);
    // Without roots, searches would find nothing and report this as a result.
    if (parts.rules.roots.length === 0 && plugin.manifest.permissions.read?.includes("workspace")) throw noRoot();
    const schema = toolInfo(found, parts.rules).inputSchema;
    const checkable = plugin.builtIn ? schema : withoutPatterns(schema);
    const named = await withoutSynonyms(tool.synonyms, input, parametersOf(schema), parts.workspace);
    const ready = validateInput(acceptedSchema(checkable), refuseRaised(tool, named, parts.rules.readOnly));
    const effect = effectOfCall(tool, ready);
    refuseBeyond(tool, effect, options.atMost);
    const limit = timeoutMs(tool, ready);
    const timeout = setTimeout(() => timer.abort(timedOut(tool, limit, plugin.builtIn)), limit);
    try {
      // The first call to a tool has to read schemas.
      await slice.check();
      signal.throwIfAborted();
      const run = async (own: JsonObject) => {
        const context = parts.context(plugin, name, signal, { ...options, effect, input: ready });
        const answered = await settled(plugin.runner!.call(name, own, context), signal);
        const outcome = checked(answered, tool, options.recheck !== undefined);
        if (!plugin.builtIn && !outcome.failed && !tool.plan)
          for (const fault of answerFaults(tool.output, outcome.value)) context.log.warn(`"${name}": ${fault}`);
        return outcome;
      };
      return await parts.page(found, ready, run);
    } finally {
      clearTimeout(timeout);
    }
  } catch (error) {
    return failed(plugin, failureOf(error, signal, name), name);
  }
}

function parametersOf(schema: JsonSchema): string[] {
  return Object.keys(schema.properties ?? {});
}

function refuseUnusable({ plugin }: RegisteredTool, { conditions }: ListingRules): void {
  const inactive = () => (plugin.manifest.when?.enforce === false ? undefined : conditions.inactiveReason(plugin));
  // A project may have been created in the meantime.
  if (inactive()) conditions.look();
  const off = plugin.problem ?? inactive();
  if (!off) return;
  throw new JigError(plugin.problem?.state === "untrusted" ? "UNTRUSTED" : "UNAVAILABLE", off.reason, {
    hint: off.fix,
  });
}

function refuseRaised(tool: ToolManifest, input: unknown, readOnly: boolean): unknown {
  if (!readOnly || !isObject(input)) return input;
  const effect = effectOfCall(tool, input);
  if (effect === "read") return input;
  const raising = Object.keys(tool.parameterEffects).filter((name) => input[name]);
  throw new JigError(
    "PERMISSION_DENIED",
    `This call of "${tool.name}" would ${effect === "write" ? "write" : "run code"}, but --read-only is on`,
    {
      hint:
        raising.length > 0
          ? `Leave out ${raising.join(", ")}, or start jig without --read-only`
          : "Start jig without --read-only",
    },
  );
}

/** A read-only tool must not write by calling another tool. */
function refuseBeyond({ name }: ToolManifest, effect: Effect, atMost: Effect | undefined): void {
  if (atMost === undefined || EFFECTS.indexOf(effect) <= EFFECTS.indexOf(atMost)) return;
  throw new JigError(
    "PERMISSION_DENIED",
    `This call of "${name}" has the effect ${effect}, but its caller only declares ${atMost}`,
    {
      hint: `Set \`effect: "${effect}"\` in the manifest of the tool that calls it`,
    },
  );
}

function timeoutMs(tool: ToolManifest, input: JsonObject): number {
  const { argument, unit = "ms", defaultMs = DEFAULT_TIMEOUT_MS } = tool.timeout;
  const given = argument === undefined ? undefined : input[argument];
  if (typeof given !== "number" || given <= 0)
    return argument === undefined ? defaultMs : defaultMs + OWN_TIMEOUT_GRACE_MS;
  // The delay of setTimeout is limited to 31 bits. Anything longer has the same effect as no limit.
  return Math.min(given * (unit === "s" ? 1000 : 1) + OWN_TIMEOUT_GRACE_MS, 0x7fffffff);
}

/**
 * Returns the result of a call. To make sure that a call always ends, it rejects with the reason of the signal if the handler
 * doesn't stop in time.
 */
function settled(call: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  return new Promise((settle, fail) => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const aborted = () => {
      grace = setTimeout(() => fail(signal.reason), SETTLE_GRACE_MS);
    };
    signal.addEventListener("abort", aborted, { once: true });
    call.then(settle, fail).finally(() => {
      clearTimeout(grace);
      signal.removeEventListener("abort", aborted);
    });
  });
}

function checked(outcome: Outcome, { name, plan }: ToolManifest, isRecheck: boolean): Outcome {
  if (typeof outcome !== "object" || outcome === null || outcome.value === undefined) {
    throw new JigError("INTERNAL", `"${name}" did not return an outcome`);
  }
  if (plan && !isRecheck && !outcome.failed && !(isObject(outcome.value) && typeof outcome.value.plan === "string")) {
    const hint = 'Return `context.changes.propose(plan)`; a command prints {"plan": …} instead of {"value": …}';
    throw new JigError(
      "INTERNAL",
      `"${name}" declares in the manifest that it plans changes, but did not return a plan`,
      { hint },
    );
  }
  return outcome;
}

/**
 * Returns the error of a failed call. After a cancellation its reason is used, since it is more useful than the error that the
 * handler throws.
 */
function failureOf(error: unknown, signal: AbortSignal, tool: string): JigError {
  if (!signal.aborted) return toJigError(error);
  // This error says that the start took too long, which is more useful than a timeout.
  if (error instanceof JigError && error.code === "TIMEOUT") return error;
  if (signal.reason instanceof JigError) return signal.reason;
  return new JigError("CANCELLED", `The call of "${tool}" was cancelled`);
}

function failed(plugin: Plugin, error: JigError, tool: string): Outcome {
  try {
    return { ...(plugin.runner?.failure(error, tool) ?? defaultFailure(error)), failed: true, reason: error.advice };
  } catch {
    return defaultFailure(error);
  }
}

function timedOut({ name, timeout: { argument } }: ToolManifest, limit: number, builtIn: boolean): JigError {
  const ways = [
    ...(argument === undefined ? [] : [`allow more time with "${argument}"`]),
    ...(builtIn ? [] : [`raise \`timeout.defaultMs\` of tools.${name} in plugin.json`]),
  ];
  return new JigError("TIMEOUT", `"${name}" did not finish within ${Math.round(limit)} ms`, {
    hint: ["Narrow the request", ...ways].join(", or "),
  });
}
