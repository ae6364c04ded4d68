/** Drives jig with fake Editors, over MCP in one process or by CLI calls. */
import { type Ran, type RunOptions, startJig } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

export interface Told {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  value: any;
  failed: boolean;
  ms: number;
}

/** The parts of `tools/list` that tests use. */
interface ListedTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations: Record<string, boolean>;
}

export class McpDriver {
  readonly mcp: McpProcess;
  #lastId = 0;

  private constructor(mcp: McpProcess) {
    this.mcp = mcp;
  }

  static async open(roots: string[], options: RunOptions = {}): Promise<McpDriver> {
    const mcp = new McpProcess(
      roots.flatMap((root) => ["--root", root]),
      options,
    );
    await mcp.initialize();
    return new McpDriver(mcp);
  }

  async call(tool: string, input: object = {}): Promise<Told> {
    return this.begin(tool, input).told;
  }

  /** `id` is for cancelling. */
  begin(tool: string, input: object = {}): { id: number; told: Promise<Told> } {
    const id = ++this.#lastId;
    const started = performance.now();
    const told = this.mcp.call(id, tool, input).then((message): Told => {
      if (message.error) throw new Error(`${tool}: ${JSON.stringify(message.error)}`);
      const { content, isError } = message.result;
      const { text } = content[0];
      // Plans are returned as a diff.
      return {
        value: /^[[{]/.test(text) ? JSON.parse(text) : text,
        failed: isError === true,
        ms: performance.now() - started,
      };
    });
    return { id, told };
  }

  cancel(id: number): void {
    this.mcp.send({ method: "notifications/cancelled", params: { requestId: id } });
  }

  async tools(): Promise<ListedTool[]> {
    return (await this.mcp.ask(`list-${++this.#lastId}`, "tools/list", {})).result.tools;
  }

  async close(): Promise<void> {
    await this.mcp.end();
  }
}

/** Runs the CLI asynchronously, because the fake Editor is in this process. */
export async function cli(args: string[], options: RunOptions = {}): Promise<Ran> {
  const child = startJig(args, options);
  child.stdin.end();
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, stdout, stderr };
}
