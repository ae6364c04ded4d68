/**
 * Collects failed tests with their message, stack and location. The data comes from the result file or the answer, and from the
 * project's scripts.
 */
import path from "node:path";
import type { Context, Json, JsonObject } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import { type FailedTest, failedTestsIn } from "./nunit-xml.ts";
import { absoluteOf } from "./project-paths.ts";
import { projectFrame } from "./stack-trace.ts";

const MAX_BYTES = 256 * 1024 * 1024;
/** We look up the location of this many tests at most in the scripts. */
const MAX_LOOKUPS = 50;

/** Adds `FailedTests` (FullName, Message, StackTrace, File, Line), or a warning if they couldn't be determined. */
export async function withFailedTests(
  result: JsonObject,
  projectRoot: string,
  context: Context,
): Promise<{ result: JsonObject; warnings: string[] }> {
  const failedCount = typeof result.FailedCount === "number" ? result.FailedCount : undefined;
  if (failedCount === 0 && result.FailedTests === undefined) return { result, warnings: [] };
  const failed = (await fromFile(result.XmlPath, projectRoot, context)) ?? fromAnswer(result.FailedTests);
  if (failed === undefined) {
    if (!failedCount) return { result, warnings: [] };
    const why = "The Editor wrote no readable result file, so the failed tests are not named";
    return { result, warnings: [`${why}: older Editors write one with SaveXml, and get-logs shows the messages`] };
  }
  const placed = await placedTests(failed, projectRoot, context);
  const missing =
    failedCount !== undefined && failedCount > placed.length
      ? [`Only ${placed.length} of ${failedCount} failed tests are named`]
      : [];
  return { result: { ...result, FailedTests: placed }, warnings: missing };
}

async function fromFile(
  written: Json | undefined,
  projectRoot: string,
  context: Context,
): Promise<FailedTest[] | undefined> {
  if (typeof written !== "string" || written === "") return undefined;
  try {
    const { text } = await context.files.readText(absoluteOf(projectRoot, written), { maxBytes: MAX_BYTES });
    return failedTestsIn(text);
  } catch {
    context.signal.throwIfAborted();
    return undefined;
  }
}

/** Each Editor uses its own keys, and some of them only return names. */
function fromAnswer(said: Json | undefined): FailedTest[] | undefined {
  if (!Array.isArray(said)) return undefined;
  return said.map((entry) => {
    if (typeof entry === "string") return { FullName: entry, Message: "", StackTrace: "" };
    const { FullName, fullName, TestName, Name, name, Message, message, StackTrace, stackTrace } = asObject(entry);
    const first = (...values: (Json | undefined)[]) => String(values.find((value) => typeof value === "string") ?? "");
    return {
      FullName: first(FullName, fullName, TestName, Name, name),
      Message: first(Message, message),
      StackTrace: first(StackTrace, stackTrace),
    };
  });
}

async function placedTests(tests: FailedTest[], projectRoot: string, context: Context): Promise<JsonObject[]> {
  const scripts = new Scripts(projectRoot, context);
  let lookups = 0;
  const placed: JsonObject[] = [];
  for (const test of tests) {
    const inStack = projectFrame(test.StackTrace);
    const known = inStack && inProject(inStack.file, projectRoot);
    const place = known
      ? { File: known, Line: inStack.line }
      : lookups++ < MAX_LOOKUPS
        ? await scripts.placeOf(test.FullName)
        : undefined;
    placed.push({ ...test, ...(place ?? { File: "", Line: 0 }) });
  }
  return placed;
}

/** Returns undefined if the file is outside the project. */
function inProject(file: string, projectRoot: string): string | undefined {
  const relative = path.relative(projectRoot, absoluteOf(projectRoot, file)).replaceAll("\\", "/");
  return relative.startsWith("../") || path.isAbsolute(relative) ? undefined : relative;
}

/** The scripts are only searched if the stack doesn't contain a location. */
class Scripts {
  readonly #projectRoot: string;
  readonly #context: Context;
  #paths: Promise<readonly string[]> | undefined;

  constructor(projectRoot: string, context: Context) {
    this.#projectRoot = projectRoot;
    this.#context = context;
  }

  /** For `Game.Tests.PlayerTests.Jumps(3)`, it looks for a method `Jumps` in PlayerTests.cs. */
  async placeOf(fullName: string): Promise<{ File: string; Line: number } | undefined> {
    const [method, type] = fullName
      .replace(/[(<].*$/s, "")
      .split(".")
      .reverse();
    if (!method || !type) return undefined;
    const wanted = `${type.split("+").pop()}.cs`;
    for (const file of (await this.#all()).filter((each) => path.basename(each) === wanted)) {
      const symbols = await this.#context.symbols(file).catch(() => undefined);
      const found = symbols?.find(({ name, container }) => name === method && (container ?? "").endsWith(type));
      if (found) return { File: inProject(file, this.#projectRoot) ?? file, Line: found.startLine };
    }
    return undefined;
  }

  #all(): Promise<readonly string[]> {
    this.#paths ??= this.#context.files
      .sweep({
        directories: [path.join(this.#projectRoot, "Assets")],
        extensions: [".cs"],
        signal: this.#context.signal,
      })
      .then(
        ({ paths }) => paths,
        () => [],
      );
    return this.#paths;
  }
}
