/**
 * Runs the public language server used for the oracle (jiangxiaoxu/vscode-unreal-angelscript-tool-calling, commit b369418) without
 * VS Code: its server as a Node process, its tools bundled with a stub of `vscode`. `JIG_PEER` is its folder, with the packages of
 * `extension` and `language-server` installed.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { scratch } from "../jig.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Answer = any;

export interface Peer {
  ask(tool: string, input: object): Promise<Answer>;
  close(): void;
}

const RUNNERS: Record<string, string> = {
  angelscript_searchApi: "runSearchApi",
  angelscript_getTypeMembers: "runGetTypeMembers",
  angelscript_getClassHierarchy: "runGetTypeHierarchy",
  angelscript_findReferences: "runFindReferences",
  angelscript_resolveSymbolAtPosition: "runResolveSymbolAtPosition",
};

export function peerFolder(): string | undefined {
  const folder = process.env.JIG_PEER;
  return folder && existsSync(join(folder, "language-server", "node_modules")) ? folder : undefined;
}

/** Opens a folder and waits until all names are resolved, which the server signals by refreshing semantic tokens. */
export async function openPeer(peer: string, root: string): Promise<Peer> {
  const out = scratch();
  bundle(join(peer, "language-server", "src", "server.ts"), join(out, "server.cjs"));
  bundle(join(peer, "extension", "src", "toolShared.ts"), join(out, "tools.cjs"));
  const folders = [{ name: root.split("/").at(-1), uri: { fsPath: root } }];
  const shims = {
    vscode: `exports.workspace = { workspaceFolders: ${JSON.stringify(folders)} };`,
    "vscode-languageclient/node":
      "exports.RequestType = exports.RequestType0 = class { constructor(method) { this.method = method; } };",
  };
  for (const [name, text] of Object.entries(shims)) {
    const file = join(out, "node_modules", `${name}.js`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const tools = createRequire(import.meta.url)(join(out, "tools.cjs"));
  const server = fork(join(out, "server.cjs"), ["--node-ipc"], {
    execPath: "node",
    execArgv: ["--max-old-space-size=6000"],
    serialization: "json",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const client = connect(server);
  const uri = pathToFileURL(root).href;
  const resolved = client.heard("workspace/semanticTokens/refresh");
  await client.sendRequest("initialize", {
    ...{
      processId: process.pid,
      rootUri: uri,
      capabilities: { workspace: { semanticTokens: { refreshSupport: true } } },
    },
    workspaceFolders: [{ name: "Script", uri }],
  });
  client.notify("initialized", {});
  await resolved;
  return {
    ask: (tool, input) => tools[RUNNERS[tool] ?? ""](client, Promise.resolve(), input),
    close: () => server.kill(),
  };
}

function bundle(from: string, to: string): void {
  const flags = [
    "--target=node",
    "--format=cjs",
    "--external=vscode",
    "--external=vscode-languageclient/node",
    `--outfile=${to}`,
  ];
  execFileSync("bun", ["build", from, ...flags], { stdio: ["ignore", "ignore", "inherit"] });
}

interface Client {
  sendRequest(type: string | { method: string }, params: object): Promise<Answer>;
  notify(method: string, params: object): void;
  heard(method: string): Promise<void>;
}

function connect(server: ChildProcess): Client {
  const waiting = new Map<number, (message: Answer) => void>();
  const listeners = new Map<string, () => void>();
  let last = 0;
  server.on("message", (message: Answer) => {
    if (message.method === undefined) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
      return;
    }
    listeners.get(message.method)?.();
    if (message.id !== undefined) server.send({ jsonrpc: "2.0", id: message.id, result: null });
  });
  return {
    sendRequest: (type, params) =>
      new Promise((settle, fail) => {
        const id = ++last;
        waiting.set(id, ({ result, error }) => (error ? fail(new Error(error.message)) : settle(result)));
        server.send({ jsonrpc: "2.0", id, method: typeof type === "string" ? type : type.method, params });
      }),
    notify: (method, params) => void server.send({ jsonrpc: "2.0", method, params }),
    heard: (method) => new Promise((settle) => listeners.set(method, settle)),
  };
}
