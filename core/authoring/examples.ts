/** Runs the examples of a manifest through the host and compares the results with golden files. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  answerFaults,
  didYouMean,
  type Host,
  isObject,
  JigError,
  type Json,
  type JsonObject,
  type Outcome,
  type PluginFile,
  parsedJson,
  STANDARD_PARAMETERS,
  type ToolInfo,
  textOf,
  toJigError,
  unknownCode,
  writeAtomically,
} from "../host/frontend-api.ts";
import { changesFiles, inFreshWorkspace, workspaceOf } from "./example-workspace.ts";
import type { AuthoringPorts } from "./terminal.ts";
import { lineDiff } from "./text-diff.ts";

export interface Ran {
  tool: string;
  title: string;
  /** Undefined if the example passed. */
  fault?: string;
  /** True if there is no golden file yet. */
  isNew?: boolean;
  ms: number;
  chars: number;
}

export interface ExampleOptions {
  folder: string;
  /** The approved copy that runs. */
  copy: string;
  file: PluginFile;
  cwd: string;
  /** True to update the golden files. */
  update: boolean;
}

/** Uses the plugin's `test/workspace` if it exists, and otherwise the current folder; calls that may write get a copy. */
export async function runExamples(options: ExampleOptions, ports: AuthoringPorts): Promise<Ran[]> {
  const { folder, copy, file, cwd } = options;
  const own = workspaceOf(folder);
  const host = await ports.openWith(copy, [existsSync(own) ? own : cwd], authorLog(options, ports));
  try {
    const broken = host.plugins().find(({ name, source, builtIn, state }) => {
      return !builtIn && state === "unavailable" && (name === file.name || source === copy);
    });
    if (broken) {
      // Messages contain the author's folder and not the copy.
      const [reason = "It is unavailable", hint = ""] = [broken.reason, broken.fix].map((text) =>
        text?.replaceAll(copy, folder),
      );
      throw new JigError("INVALID_ARGUMENT", reason, { hint });
    }
    const ran: Ran[] = [];
    for (const [tool, { examples }] of Object.entries(file.tools)) {
      for (const [at, { title, input }] of examples.entries()) {
        const started = performance.now();
        if (host.tool(tool)?.plugin !== file.name) {
          ran.push({ tool, title, ms: 0, chars: 0, fault: "the tool was left out: jig plugin check says why" });
          continue;
        }
        const isWriter = changesFiles(host, tool, input);
        const outcome = await (isWriter ? invokeInCopy(tool, input, options, ports) : host.invoke(tool, input));
        const ms = performance.now() - started;
        const golden = join(folder, "test", "golden", `${tool}.${at + 1}.json`);
        const isNew = !options.update && !existsSync(golden);
        const comparable = file.tools[tool]?.plan ? withoutPlanId : undefined;
        const isLost = outcome.failed && isWriter && !existsSync(own);
        const fault =
          answerFault(host, tool, outcome, isLost ? IN_EMPTY_FOLDER : "")?.replaceAll(copy, folder) ??
          goldenFault(golden, outcome.value, options.update, comparable);
        ran.push({ tool, title, ms, chars: textOf(outcome.value).length, isNew, ...(fault ? { fault } : {}) });
      }
    }
    ran.push(...(await runLanguages(host, options)));
    return ran;
  } finally {
    await host.close();
  }
}

/** Names the author's files in the log, and not those of the copy. */
function authorLog({ folder, copy }: ExampleOptions, { runtime }: AuthoringPorts): AuthoringPorts["runtime"]["log"] {
  return (level, source, message) => runtime.log(level, source, message.replaceAll(copy, folder));
}

/** The next example must not see what this one has written. */
async function invokeInCopy(
  tool: string,
  input: JsonObject,
  options: ExampleOptions,
  ports: AuthoringPorts,
): Promise<Outcome> {
  return await inFreshWorkspace(options.folder, async (root) => {
    const host = await ports.openWith(options.copy, [root], authorLog(options, ports));
    try {
      return await host.invoke(tool, input);
    } finally {
      await host.close();
    }
  });
}

const IN_EMPTY_FOLDER =
  ". It may write, so it ran in an empty folder: put the files that it needs into test/workspace, of which it gets a copy";

/** Files in `test/workspace` are examples for the languages that the plugin contributes. */
async function runLanguages(host: Host, { folder, file, update }: ExampleOptions): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const { title, extensions } of file.contributes?.languages ?? []) {
    const samples = filesIn(workspaceOf(folder)).filter((name) => extensions.includes(extname(name)));
    for (const name of samples) {
      const started = performance.now();
      const { value, fault } = await host.symbols(name).then(
        (symbols) => ({ value: (symbols ?? null) as Json, fault: undefined }),
        (error) => ({ value: null, fault: toJigError(error).advice }),
      );
      const ms = performance.now() - started;
      const golden = join(folder, "test", "golden", `${name}.json`);
      const isNew = !update && !existsSync(golden);
      const wrong = fault ?? goldenFault(golden, value, update);
      const about = { tool: `language ${title}`, title: `symbols of ${name}`, isNew, ms, chars: textOf(value).length };
      ran.push({ ...about, ...(wrong ? { fault: wrong } : {}) });
    }
  }
  return ran;
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The call has failed, or the answer doesn't match the declared schema. */
function answerFault(host: Host, tool: string, outcome: Outcome, remark: string): string | undefined {
  if (outcome.failed) {
    const wrong = isObject(outcome.value) ? unknownCode(outcome.value.code, didYouMean) : undefined;
    const text = textOf(outcome.value);
    const { reason } = outcome;
    const why = reason === undefined || text.includes(reason.slice(0, SHARED)) ? "" : ` (${reason})`;
    return `it failed: ${text}${why}${wrong ? `. ${wrong}` : ""}${remark}`;
  }
  const known = host.tool(tool)!;
  const faults = [...answerFaults(known.output, outcome.value), ...nextFaults(known, outcome.next)];
  return faults.length > 0 ? faults.join("; ") : undefined;
}

/** Clients repeat the call with the arguments of `next`, so the tool must have them. */
export function nextFaults(
  { inputSchema, synonyms }: Pick<ToolInfo, "inputSchema" | "synonyms">,
  next: JsonObject = {},
): string[] {
  const own = Object.keys(inputSchema.properties ?? {});
  const known = [...own, ...Object.keys(synonyms), ...Object.keys(STANDARD_PARAMETERS)];
  return Object.keys(next)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = didYouMean(name, own);
      const write = near ? `Did you mean "${near}"?` : `Write a parameter of the tool: ${own.join(", ")}`;
      return `"next" has "${name}", which is not a parameter of the tool. ${write}`;
    });
}

/** A failed answer mostly contains its reason, whose first characters are compared. */
const SHARED = 15;

/** A placeholder in golden files, because the ids of plans are random. */
const PLAN_ID = "<id>";

function withoutPlanId(value: Json): Json {
  if (!isObject(value) || typeof value.plan !== "string") return value;
  const { plan, summary } = value;
  const same = { ...value, plan: PLAN_ID };
  if (typeof summary !== "string") return same;
  // It is only replaced at these two places, because the title may contain the same letters.
  const text = summary.replace(`Plan ${plan} (`, `Plan ${PLAN_ID} (`);
  const isNamedLast = text.endsWith(` ${plan}`);
  return { ...same, summary: isNamedLast ? `${text.slice(0, -plan.length)}${PLAN_ID}` : text };
}

function goldenFault(
  path: string,
  value: Json,
  update: boolean,
  comparable: (value: Json) => Json = (value) => value,
): string | undefined {
  const text = toText(comparable(value));
  if (update) {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, text, { replace: true });
    return undefined;
  }
  if (!existsSync(path)) return undefined;
  // The golden files of earlier versions contain the actual id.
  const golden = readGolden(path);
  if (typeof golden === "string") return golden;
  const expected = comparable(golden.value);
  if (isDeepStrictEqual(expected, JSON.parse(text))) return undefined;
  const accepts = "if the new answer is right, `jig plugin test --update` accepts it";
  return `its answer differs from ${path}; ${accepts}\n${lineDiff(toText(expected).split("\n"), text.split("\n")).join("\n")}`;
}

/** Returns the fault of a file that isn't JSON. */
function readGolden(path: string): { value: Json } | string {
  try {
    return { value: parsedJson(readFileSync(path, "utf8"), path) };
  } catch (error) {
    return `${toJigError(error).advice}. \`jig plugin test --update\` writes it again`;
  }
}

const toText = (value: Json) => `${JSON.stringify(value, null, 2)}\n`;
