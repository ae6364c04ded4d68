/** Follows `next` over MCP until there are no more pages. */
import assert from "node:assert/strict";
import { McpProcess, type Wire } from "./mcp/mcp-process.ts";

export interface Client {
  call(tool: string, input: object): Promise<Wire>;
  /** All pages. `between` runs after each page but the last. */
  pages(tool: string, input: object, between?: (page: number) => void | Promise<void>): Promise<Wire[]>;
  end(): Promise<void>;
}

/** More than any answer in these tests. Guards against a cursor that points to itself. */
const MAX_PAGES = 2000;

export async function openClient(root: string, options: { env?: Record<string, string> } = {}): Promise<Client> {
  const jig = new McpProcess(["--root", root], options);
  await jig.initialize();
  let id = 0;
  const call = async (tool: string, input: object): Promise<Wire> => {
    const { result } = await jig.call(++id, tool, input);
    const text: string = result.content[0].text;
    assert.ok(text.length <= 50_000, `${tool} sent ${text.length} characters`);
    assert.ok(!result.isError, text);
    return JSON.parse(text);
  };
  return {
    call,
    async pages(tool, input, between) {
      const pages: Wire[] = [];
      for (let asked = input; pages.length < MAX_PAGES; ) {
        const answer = await call(tool, asked);
        pages.push(answer);
        if (!answer.next) return pages;
        await between?.(pages.length);
        asked = { ...asked, ...answer.next };
      }
      throw new Error(`${tool} does not come to an end`);
    },
    async end() {
      jig.child.stdin.end();
      await jig.ended;
    },
  };
}

/** Each row exactly once. */
export function assertWhole(rows: readonly string[], expected: readonly string[]): void {
  assert.equal(new Set(rows).size, rows.length, "no row comes twice");
  assert.deepEqual([...rows].sort(), [...expected].sort());
}
