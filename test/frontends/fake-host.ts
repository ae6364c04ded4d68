/** Minimal fake host for frontend tests. test/mcp and test/cli test the whole program. */
import { encode } from "@toon-format/toon";
import {
  type CliAlias,
  type Host,
  type InvokeOptions,
  type Outcome,
  type ToolInfo,
  textOf,
} from "../../core/host/frontend-api.ts";
import { layoutGraph } from "../../core/host/pictures/graph-layout.ts";

export interface FakeTool extends Partial<ToolInfo> {
  run(input: Record<string, unknown>, options: InvokeOptions): Outcome | Promise<Outcome>;
}

export interface FakeHost extends Host {
  /** Announces that the tools have changed. */
  change(): void;
  readonly closed: boolean;
}

export function fakeHost(
  tools: Record<string, FakeTool>,
  { roots = ["/work/game"], cliAliases = [] as CliAlias[] } = {},
): FakeHost {
  const listeners = new Set<() => void>();
  const infos: ToolInfo[] = Object.entries(tools).map(([name, { run: _, ...given }]) => ({
    name,
    plugin: "fake",
    title: name,
    description: `Does ${name}.`,
    effect: "read",
    destructive: false,
    idempotent: true,
    openWorld: false,
    parameterEffects: {},
    synonyms: {},
    unsupportedFlags: {},
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    view: "json",
    output: { schema: {} },
    examples: [],
    listed: true,
    ...given,
  }));
  const failed = (code: string, error: string): Outcome => ({ value: { success: false, error, code }, failed: true });
  let closed = false;
  return {
    workspace: {
      roots: roots.map((path) => ({ name: path, path })),
      resolve: () => Promise.reject(),
      display: (path) => path,
    },
    assets: { bytes: () => Promise.reject() },
    symbols: () => Promise.resolve(undefined),
    runCommand: () => Promise.resolve(2),
    overviews: () => [],
    readOnly: false,
    plans: {
      list: async () => [],
      show: () => Promise.reject(),
      apply: () => Promise.reject(),
      undo: () => Promise.reject(),
    },
    tools: () => infos.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    tool: (name) => infos.find((info) => info.name === name),
    plugins: () => [
      {
        name: "fake",
        title: "Fake",
        version: "1.0.0",
        description: "Pretends.",
        source: "built-in",
        builtIn: true,
        state: "ready",
        permissions: {},
        sandbox: "host",
        tools: Object.keys(tools),
      },
    ],
    prompts: () => [
      {
        name: "review",
        title: "Review",
        description: "Reviews a file.",
        arguments: [{ name: "file", description: "The file.", required: true, completion: ["tool", "symbol"] }],
        text: "Review {{file}} with care.",
      },
    ],
    languages: () => [],
    cliAliases: () => cliAliases,
    commandOwner: () => undefined,
    promptOwner: () => undefined,
    finders: () => [],
    jumps: () => [],
    async invoke(name, input, options = {}) {
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (!tool) return failed("UNKNOWN_TOOL", `Unknown tool: ${name}`);
      try {
        return await tool.run(input as Record<string, unknown>, options);
      } catch (error) {
        return failed("INTERNAL", String(error));
      }
    },
    view: async (_tool, { value }) => ({ rows: [{ text: JSON.stringify(value) }] }),
    present: async (_tool, { value, failed = false }, _input, { as, maxChars = Number.POSITIVE_INFINITY }) => {
      const text = as === "toon" ? encode(value) : textOf(value);
      return { text: text.slice(0, maxChars), value, failed };
    },
    savedAnswers: async () => [],
    savedText: () => Promise.reject(new Error("nothing is kept")),
    layout: layoutGraph,
    picture: () => Promise.reject(),
    encodedPicture: () => Promise.reject(),
    mediaBytes: async (media) => ("base64" in media ? media.base64 : undefined),
    doctor: async () => [{ what: "fake", state: "ok", detail: "pretends well" }],
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload: async () => {},
    close: async () => {
      closed = true;
    },
    change() {
      for (const listener of listeners) listener();
    },
    get closed() {
      return closed;
    },
  };
}
