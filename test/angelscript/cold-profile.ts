/**
 * Profiles a cold AngelScript index: `bun test/angelscript/cold-profile.ts ROOT`. First runs the steps of a parse thread one by one
 * in this process, then measures the threads of dist/jig until its first answer (Linux only).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Packer, toRow } from "../../plugins/angelscript/database/declaration.ts";
import { decodeSource } from "../../plugins/angelscript/engine/source-text.ts";
import { FileWords } from "../../plugins/angelscript/lexer/file-words.ts";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenizeDeclarations } from "../../plugins/angelscript/lexer/lexer.ts";
import { TokenBuffers } from "../../plugins/angelscript/lexer/tokens.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";
import { openSession } from "./session.ts";

const root = process.argv[2] ?? ".";
const paths = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".as"))
  .map((entry) => join(entry.parentPath, entry.name));

const spent = new Map<string, number>();
function step<Result>(name: string, work: () => Result): Result {
  const start = performance.now();
  const result = work();
  spent.set(name, (spent.get(name) ?? 0) + performance.now() - start);
  return result;
}

const buffers = new TokenBuffers();
let bytes = 0;
for (let at = 0; at < paths.length; at += 256) {
  const names = new Names({ borrows: true });
  const words = new FileWords();
  const packer = new Packer();
  const files: unknown[] = [];
  for (const path of paths.slice(at, at + 256)) {
    const data = step("read", () => readFileSync(path));
    bytes += data.length;
    const text = step("decode", () => decodeSource(data));
    words.begin();
    const tokens = step("tokens and words", () => tokenizeDeclarations(text, names, words, buffers));
    const { declarations } = step("declarations", () => parseFile(tokens));
    const start = packer.length;
    files.push(step("pack", () => declarations.map((declaration) => packer.pack(toRow(declaration), start))));
  }
  const sent = step("send (JSON)", () => JSON.stringify(files));
  step("receive (JSON, on the engine's thread)", () => JSON.parse(sent));
}
console.log(`${paths.length} files, ${(bytes / 1e6).toFixed(0)} MB`);
for (const [name, time] of spent) console.log(`${time.toFixed(0).padStart(6)} ms  ${name}`);

if (process.platform === "linux") {
  const cache = mkdtempSync(join(tmpdir(), "jig-cold-"));
  const session = await openSession({ cwd: root, env: { XDG_CACHE_HOME: cache }, args: ["--root", root] });
  const start = performance.now();
  await session.call("angelscript_getTypeMembers", { name: "AWeapon" });
  console.log();
  console.log(`first answer of dist/jig after ${(performance.now() - start).toFixed(0)} ms; processor time by thread:`);
  const threads = readdirSync(`/proc/${session.pid}/task`).map((id) => {
    const own = (file: string) => readFileSync(`/proc/${session.pid}/task/${id}/${file}`, "utf8");
    const [nanoseconds] = own("schedstat").split(" ");
    return { name: own("comm").trim(), time: Number(nanoseconds) / 1e6 };
  });
  for (const { name, time } of threads.sort((a, b) => b.time - a.time)) {
    if (time >= 20) console.log(`${time.toFixed(0).padStart(6)} ms  ${name}`);
  }
  await session.close();
  rmSync(cache, { recursive: true, force: true });
}
process.exit(0);
