/**
 * Prints the cost of outlines compared with whole files in o200k tokens, median and worst case for evenly distributed files. Usage:
 * `JIG_CORPUS=<folder> bun test/csharp/outline-tokens.ts [UnityCsReference,Mirror] [count]`.
 */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import csharp from "../../plugins/csharp/plugin.ts";

const corpus = process.env.JIG_CORPUS ?? "";
const count = Number(process.argv[3] ?? 300);
for (const repository of (process.argv[2] ?? "UnityCsReference,Mirror").split(",")) {
  const root = join(corpus, repository);
  const host = await createTestHost({
    roots: [root],
    builtIns: [csharp],
    runtime: testRuntime(mkdtempSync(join(tmpdir(), "jig-outline-"))),
  });
  const files = (readdirSync(root, { recursive: true }) as string[])
    .filter((file) => file.endsWith(".cs") && !/(^|\/)(\.|[^/]*~\/)/.test(file))
    .sort();
  const step = Math.max(1, files.length / count);
  const shares: { file: string; share: number; json: number; tokens: number }[] = [];
  for (let at = 0; at < files.length; at += step) {
    const file = files[Math.floor(at)]!;
    const tokens = countTokens(readFileSync(join(root, file), "utf8"), { allowedSpecial: "all" });
    if (tokens < 50) continue;
    const input = { path: file };
    const outcome = await host.invoke("script_symbols_get", input);
    if (outcome.failed) continue;
    const { text } = await host.present("script_symbols_get", outcome, input, { as: "text" });
    const json = countTokens(JSON.stringify(outcome.value), { allowedSpecial: "all" });
    shares.push({ file, share: countTokens(text, { allowedSpecial: "all" }) / tokens, json: json / tokens, tokens });
  }
  shares.sort((a, b) => a.share - b.share);
  const at = (part: number) => shares[Math.min(shares.length - 1, Math.floor(part * shares.length))]!.share.toFixed(3);
  const json = shares.map((each) => each.json).sort((a, b) => a - b)[Math.floor(shares.length / 2)]!;
  console.log(
    `${repository}: ${shares.length} files; text of the file's tokens: median ${at(0.5)}, 75 % ${at(0.75)}, 90 % ${at(0.9)}; JSON median ${json.toFixed(3)}`,
  );
  for (const { file, share, tokens } of shares.slice(-5))
    console.log(`  ${share.toFixed(2)} of ${tokens} tokens: ${file}`);
  await host.close();
}
process.exit(0);
