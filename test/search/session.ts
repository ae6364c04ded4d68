/** A `jig mcp` session for hundreds of queries. Full answers are returned via files in a second root. */
import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { environment, JIG } from "../jig.ts";

export interface Session {
  /** The answer as sent to the model, parsed if it's JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(tool: string, input: object): Promise<any>;
  /** The full answer. Only in a saving session. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  whole(tool: string, input: object): Promise<any>;
  tools(): Promise<Tool[]>;
  close(): Promise<void>;
}

export function openSession(root: string): Promise<Session> {
  return connect(root, undefined);
}

/** A session with a root and a folder for answers. Specify the root in each query, or that folder is searched too. */
export function openSavingSession(root: string): Promise<Session> {
  return connect(root, realpathSync(mkdtempSync(join(tmpdir(), "jig-saved-"))));
}

async function connect(root: string, saved: string | undefined): Promise<Session> {
  const args = ["mcp", "--root", root, ...(saved === undefined ? [] : ["--root", saved])];
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: JIG, args, env: environment() }));
  const call: Session["call"] = async (name, input) => {
    const result = await client.callTool({ name, arguments: { ...input } }, undefined, { timeout: 120_000 });
    const [{ text }] = result.content as [{ text: string }];
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  let files = 0;
  return {
    call,
    async whole(name, input) {
      const path = join(saved!, `${files++}.json`);
      const answer = await call(name, { ...input, output_file: path, suppress_output: true });
      return answer.success === true ? JSON.parse(readFileSync(path, "utf8")) : answer;
    },
    tools: async () => (await client.listTools()).tools,
    close: () => client.close(),
  };
}
