/** Replaces members of real projects by themselves: all parse, and nothing changes. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { checkCode } from "../../plugins/csharp/edits/check-code.ts";
import { rangeOf } from "../../plugins/csharp/edits/declared-range.ts";
import { EditPlanner } from "../../plugins/csharp/edits/plan-edits.ts";
import { KIND } from "../../plugins/csharp/outline/declaration-table.ts";
import { readOutline } from "../../plugins/csharp/outline/read-outline.ts";
import { loadGrammar } from "../../plugins/csharp/syntax/grammar.ts";

const CORPUS = process.env.JIG_CORPUS ?? "";
const PROJECTS = ["R3", "UnityCsReference", "BossRoom", "CleanArchitecture"];
const MAX_FILES = 1500;
/** Share of members that our grammar can't parse, as observed. */
const MAX_REFUSED = 0.01;

for (const project of PROJECTS) {
  const root = join(CORPUS, project);
  const skip = CORPUS === "" || !existsSync(root) ? `JIG_CORPUS has no ${project}` : false;
  test(`members of ${project} replaced by themselves`, { skip }, async () => {
    const grammar = await loadGrammar({ bytes: wasmBytes });
    const paths = globSync("**/*.cs", { cwd: root }).sort();
    const step = Math.max(1, Math.floor(paths.length / MAX_FILES));
    const counts = { members: 0, refused: 0, changed: 0, shifted: 0 };
    const told: string[] = [];
    for (const path of paths.filter((_, at) => at % step === 0)) {
      const text = readFileSync(join(root, path), "utf8").replace(/^\uFEFF/, "");
      const { declarations, degraded } = readOutline(text);
      if (degraded !== "") continue;
      const planner = new EditPlanner(text, declarations);
      for (const declaration of declarations) {
        if (declaration.kind === KIND.namespace || declaration.nameEnd === declaration.nameStart) continue;
        const range = rangeOf(text, declarations, declaration);
        const code = text.slice(declaration.start, range.end);
        const line = range.ownLine ? range.indent : "";
        const edits = planner.editsOf({ do: "replace", code: line + code, declaration });
        if (typeof edits === "string") continue;
        counts.members++;
        const owner = declarations[declaration.parent];
        const head = text.slice(declaration.start, declaration.header);
        const { fault } = checkCode(grammar, code, { do: "replace", declaration, owner, head });
        if (fault && !/^[ \t]*#[ \t]*if/m.test(code)) {
          counts.refused++;
          if (told.length < 40) told.push(`${path}: ${declaration.name} ${fault.why} | ${fault.text}`);
        }
        const [edit] = edits;
        const cut = planner.editsOf({ do: "replace", code, declaration });
        if (typeof cut !== "string" && cut[0]?.text !== edits[0]?.text) counts.shifted++;
        // Members with outdented lines are indented.
        if (edit?.text.replace(/[ \t]+$/gm, "") !== code.replace(/\r\n?/g, "\n").replace(/[ \t]+$/gm, "")) {
          counts.changed++;
          if (told.length < 40) told.push(`${path}: ${declaration.name} changed`);
        }
      }
    }
    console.log(project, JSON.stringify(counts), `\n${told.join("\n")}`);
    assert.ok(counts.members > 100);
    assert.ok(counts.refused <= counts.members * MAX_REFUSED, told.join("\n"));
    assert.ok(counts.changed <= counts.members * 0.02, told.join("\n"));
  });
}

async function wasmBytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = name === "web-tree-sitter.wasm" ? "web-tree-sitter" : "tree-sitter-c-sharp";
  return new Uint8Array(await readFile(new URL(import.meta.resolve(`${folder}/${name}`))));
}
