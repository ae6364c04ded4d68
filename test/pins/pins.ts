/** Pins the wire format that others rely on: schemas, envelopes, error codes and exit codes, taken from the binary. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES, HOST_API, type JsonSchema, RESERVED_WORDS, type ToolInfo } from "../../core/host/frontend-api.ts";
import { callJig, runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

export const PIN_FILES = ["schemas", "envelopes", "codes"] as const;
export type PinFile = (typeof PIN_FILES)[number];

export function pinPath(name: PinFile): string {
  return join(import.meta.dirname, `${name}.json`);
}

export function readPins(name: PinFile): unknown {
  return JSON.parse(readFileSync(pinPath(name), "utf8"));
}

export async function measurePins(name: PinFile): Promise<unknown> {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  const tools: ToolInfo[] = JSON.parse(runJig(["tools", "--json", "--root", project]).stdout);
  if (name === "schemas") return schemas(tools);
  return name === "envelopes" ? envelopes(tools, project) : codes(project);
}

/** Without descriptions, which may change at any time. */
function schemas(tools: ToolInfo[]): object {
  const bare = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema), function (this: unknown, key, value) {
      return (key === "description" || key === "title") && typeof value === "string" ? undefined : value;
    });
  return Object.fromEntries(
    tools.map(
      ({ name, effect, destructive, idempotent, openWorld, parameterEffects, view, liveParameter, inputSchema }) => [
        name,
        {
          effect,
          destructive,
          idempotent,
          openWorld,
          parameterEffects,
          view,
          liveParameter,
          inputSchema: bare(inputSchema),
        },
      ],
    ),
  );
}

/** Shape of the answers to a tool's examples, and of the error for an unknown parameter. */
function envelopes(tools: ToolInfo[], project: string): object {
  const shapes = (inputs: object[], tool: string) =>
    inputs.map((input) => shapeOf(callJig(tool, input, { cwd: project }).value));
  return Object.fromEntries(
    tools.map(({ name, listed, effect, examples }) => [
      name,
      {
        ...(listed && effect === "read"
          ? {
              answers: shapes(
                examples.map(({ input }) => input),
                name,
              ),
            }
          : {}),
        refusal: shapes([{ no_such_parameter: 1 }], name)[0],
      },
    ]),
  );
}

/** Keys with types. Items of a list are merged into one shape. Error codes are kept. */
function shapeOf(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return [value.map((item) => shapeOf(item)).reduce(together, null)];
  if (typeof value === "object" && value !== null) {
    const paths = Object.entries(value).filter(([name]) => name.includes("/"));
    const fields = Object.entries(value).filter(([name]) => !name.includes("/"));
    return {
      ...Object.fromEntries(fields.map(([name, inner]) => [name, shapeOf(inner, name)])),
      // All paths share one shape.
      ...(paths.length > 0 ? { "<path>": paths.map(([, inner]) => shapeOf(inner)).reduce(together, null) } : {}),
    };
  }
  if (key === "code" && typeof value === "string") return value;
  return value === null ? "null" : typeof value;
}

function together(a: unknown, b: unknown): unknown {
  if (a === null || JSON.stringify(a) === JSON.stringify(b)) return b;
  if (Array.isArray(a) && Array.isArray(b)) return [together(a[0], b[0])];
  if (typeof a === "object" && typeof b === "object" && a && b) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    const of = (shape: object, key: string) => (shape as Record<string, unknown>)[key];
    return Object.fromEntries(
      keys.map((key) => [
        key,
        of(a, key) === undefined
          ? of(b, key)
          : of(b, key) === undefined
            ? of(a, key)
            : together(of(a, key), of(b, key)),
      ]),
    );
  }
  return [...new Set([...String(a).split(" | "), ...String(b).split(" | ")])].sort().join(" | ");
}

async function codes(project: string): Promise<object> {
  const exit = (...args: string[]) => runJig(args, { cwd: project }).code;
  const mcp = new McpProcess(["--root", project], { cwd: project });
  const { capabilities, serverInfo, protocolVersion } = await mcp.initialize();
  const errorOf = async (method: string, params?: object) =>
    (await mcp.ask(`${method} ${JSON.stringify(params)}`, method, params)).error?.code;
  const wire = {
    initialize: { capabilities, name: serverInfo.name, protocolVersion },
    unknownMethod: await errorOf("no/such/method"),
    unknownTool: await errorOf("tools/call", { name: "no_such_tool" }),
    unknownPrompt: await errorOf("prompts/get", { name: "no_such_prompt" }),
    brokenLine: await lineError(mcp, "{broken"),
    batch: await lineError(mcp, "[]"),
  };
  await mcp.end();
  return {
    hostApi: HOST_API,
    errors: ERROR_CODES,
    reserved: RESERVED_WORDS,
    exit: {
      "--version": exit("--version"),
      tools: exit("tools"),
      "no words": exit(),
      "unknown command": exit("no_such_command"),
      "unknown flag": exit("tools", "--no-such-flag"),
      "missing root": exit("--root", "missing", "tools"),
      "explorer without a terminal": exit("tui"),
      "tool succeeded": exit("search_content", "--query", "Player"),
      "tool failed": exit("extract_code_section", "--file_path", "missing.txt"),
      "invalid pattern": exit("search_content", "--query", "("),
      "tool refused": exit("call", "search_content", "--input", "{}"),
    },
    wire,
  };
}

async function lineError(mcp: McpProcess, line: string): Promise<number> {
  mcp.write(line);
  const { error } = await mcp.next((message) => message.id === null);
  mcp.received.length = 0;
  return error.code;
}
