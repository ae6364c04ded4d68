/** Entry point of the executable. Embeds assets and calls main; compile.ts resolves the `asset:` imports. */
import hashes from "asset:hashes";
import kitTypes from "asset:jig.d.ts" with { type: "file" };
import kitValues from "asset:jig.js" with { type: "file" };
import child from "asset:plugin-child.js" with { type: "file" };
import rg from "asset:rg" with { type: "file" };
import treeSitterModule from "asset:web-tree-sitter.js" with { type: "file" };
import treeSitter from "asset:web-tree-sitter.wasm" with { type: "file" };
import grammars from "embedded:grammars";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { isMainThread } from "node:worker_threads";
import { CHILD_ROLE } from "../core/host/runtime/roles.ts";
import { PUBLISHED } from "./publication.ts";

const EMBEDDED: Record<string, string> = {
  "jig.d.ts": kitTypes,
  "jig.js": kitValues,
  "plugin-child.js": child,
  "web-tree-sitter.js": treeSitterModule,
  "web-tree-sitter.wasm": treeSitter,
};

// Processes for third-party modules start here and load nothing else.
if (isMainThread && process.argv[2] === CHILD_ROLE && process.argv[3] === undefined) {
  const { runPluginProcess } = await import("../core/host/runners/child-process.ts");
  const { threadStarter } = await import("../core/host/runtime/node-runtime.ts");
  await runPluginProcess(process, threadStarter({ url: import.meta.url, source: false }));
}

const assets = {
  async read(name: string) {
    const grammar = grammars.get(name);
    const packed = name === "rg" ? rg : grammar;
    if (packed !== undefined) return Bun.zstdDecompressSync(await readFile(packed));
    return Object.hasOwn(EMBEDDED, name) ? await readFile(EMBEDDED[name]!) : undefined;
  },
  hash: (name: string) => (Object.hasOwn(hashes, name) ? hashes[name] : undefined),
};
if (isMainThread) {
  // Show the home screen before loading the rest.
  const first = process.argv.length === 2 ? await (await import("../first.ts")).firstScreen({ assets }) : undefined;
  await first?.settled;
  const { main } = await import("../main.ts");
  const { repository } = PUBLISHED;
  const releases = repository === undefined ? {} : { releases: `https://github.com/${repository}/releases` };
  const self = { command: process.execPath, args: [] };
  await main({ url: import.meta.url, self, assets, source: false, ...releases }, first);
} else {
  const { runThread } = await import("../threads.ts");
  runThread({ assets });
}
