/** A plugin that fills its folders with the given number of MB. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runJig, scratch } from "../jig.ts";

const MODULE = `import { writeFileSync } from "node:fs";
const piece = new Uint8Array(1 << 20).fill(7);
export default async ({ mb, way }, { cache }) => {
  for (let at = 0; at < mb; at++) {
    if (way === "write") await cache.write(\`part\${at}\`, piece);
    else if (way === "append") await cache.append("log", piece);
    else if (way === "same") await cache.write("same", piece);
    else writeFileSync(\`\${process.env.TMPDIR}/part\${at}\`, piece);
  }
  if (way === "own") await new Promise((settle) => setTimeout(settle, 3000));
  return { value: { kept: (await cache.list()).reduce((sum, { size }) => sum + size, 0) } };
};
`;
const SCRIPT = `import json, os, sys, time
for at in range(json.load(sys.stdin)["mb"]):
    open(os.path.join(os.environ["TMPDIR"], "part%d" % at), "wb").write(b"7" * (1 << 20))
time.sleep(3)
print(json.dumps({"value": {"kept": 0}}))
`;

export function hoarder(storage: number | undefined): string {
  const folder = join(scratch(), ".jig", "plugins", "hoard");
  mkdirSync(folder, { recursive: true });
  const properties = { mb: { type: "integer", description: "Megabytes" }, way: { type: "string", description: "How" } };
  const input = { type: "object", properties, required: ["mb"] };
  const shared = { title: "Keep", description: "Keeps megabytes on disk.", effect: "read", input };
  const manifest = {
    name: "hoard",
    version: "1.0.0",
    title: "Hoard",
    description: "Keeps much.",
    host: "^1",
    permissions: { run: ["python3"] },
    ...(storage === undefined ? {} : { storageMb: storage }),
    tools: {
      hoard: { ...shared, handler: "./hoard.ts" },
      hoard_command: { ...shared, handler: { command: ["python3", "hoard.py"] } },
    },
  };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "hoard.ts"), MODULE);
  writeFileSync(join(folder, "hoard.py"), SCRIPT);
  return folder;
}

export function keep(
  folder: string,
  tool: string,
  mb: number,
  way: string,
  env: Record<string, string> = { XDG_CACHE_HOME: scratch() },
) {
  const words = ["--as", "json", "--plugins", folder, "--input", JSON.stringify({ mb, way })];
  const { stdout, stderr } = runJig(["call", tool, ...words], { env, cwd: scratch() });
  return JSON.parse(stdout || stderr);
}
