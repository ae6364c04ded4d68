/**
 * Prints the share of certain, possible and other references for ambiguous names in real code. These are names declared in several
 * types, queried with one of the types. Usage: `JIG_CORPUS=<folder> bun test/csharp/shares.ts [Mirror,UniTask] [count]`.
 */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import { KIND } from "../../plugins/csharp/outline/declaration-table.ts";
import { readOutline } from "../../plugins/csharp/outline/read-outline.ts";
import csharp from "../../plugins/csharp/plugin.ts";

interface Ambiguous {
  name: string;
  container: string;
  path: string;
}

/** Members declared in several types, evenly distributed. */
function ambiguousNames(root: string, count: number): Ambiguous[] {
  const owners = new Map<string, Map<string, string>>();
  for (const file of (readdirSync(root, { recursive: true }) as string[]).filter(
    (each) => each.endsWith(".cs") && !/(^|\/)(\.|[^/]*~\/)/.test(each),
  )) {
    const { declarations } = readOutline(readFileSync(join(root, file), "utf8"));
    for (const { kind, name, parent } of declarations) {
      const owner = declarations[parent];
      if (
        !owner ||
        owner.kind === KIND.namespace ||
        ![KIND.method, KIND.property, KIND.field, KIND.event].includes(kind as 5)
      )
        continue;
      const byOwner = owners.get(name) ?? new Map<string, string>();
      owners.set(name, byOwner.set(owner.name, byOwner.get(owner.name) ?? file));
    }
  }
  const ambiguous = [...owners].filter(([, types]) => types.size > 1).sort(([a], [b]) => (a < b ? -1 : 1));
  const step = Math.max(1, ambiguous.length / count);
  return Array.from({ length: Math.min(count, ambiguous.length) }, (_, index) => {
    const [name, types] = ambiguous[Math.floor(index * step)]!;
    const [container, path] = [...types][index % types.size]!;
    return { name, container, path };
  });
}

const corpus = process.env.JIG_CORPUS ?? "";
const count = Number(process.argv[3] ?? 300);
for (const repository of (process.argv[2] ?? "Mirror,UniTask").split(",")) {
  const root = join(corpus, repository);
  const host = await createTestHost({
    roots: [root],
    builtIns: [csharp],
    runtime: testRuntime(mkdtempSync(join(tmpdir(), "jig-shares-"))),
  });
  await host.invoke("script_index_status", { wait: true });
  const sum = { certain: 0, possible: 0, other: 0 };
  const doubtful: { line: string; possible: number }[] = [];
  for (const { name, container, path } of ambiguousNames(root, count)) {
    const { value } = await host.invoke("script_refs_find", {
      name,
      container,
      path,
      scope: "all",
      snippetContext: 0,
      pageSize: 5000,
      maxMatchesPerFile: 10_000,
      maxBytes: 10_000_000,
    });
    const answer = value as {
      certain: number;
      possible: number;
      other: number;
      results: { certainty: string; path: string; line: number; column: number; snippet: string }[];
    };
    if (answer.results === undefined) {
      console.error(name, JSON.stringify(value));
      continue;
    }
    sum.certain += answer.certain;
    sum.possible += answer.possible;
    sum.other += answer.other;
    for (const one of answer.results
      .filter((each) => each.certainty === (process.env.SHOW ?? "possible"))
      .slice(0, 3)) {
      doubtful.push({
        line: `${container}/${name}  ${one.path}:${one.line}:${one.column}  ${one.snippet.trim()}`,
        possible: answer.possible,
      });
    }
  }
  const all = sum.certain + sum.possible + sum.other;
  const share = (part: number) => `${part} (${((100 * part) / all).toFixed(1)} %)`;
  console.log(
    `${repository}: certain ${share(sum.certain)}, possible ${share(sum.possible)}, other ${share(sum.other)}`,
  );
  const shown = Number(process.argv[4] ?? 30);
  doubtful.sort((a, b) => b.possible - a.possible);
  for (let at = 0; at < doubtful.length; at += Math.max(1, Math.floor(doubtful.length / shown)))
    console.log(`  ${doubtful[at]!.line}`);
  await host.close();
}
process.exit(0);
