/**
 * Compares jig with the peer on random questions, with the same native types: at least 99.5 % agreement after review. Needs
 * `JIG_PEER` (its folder), `JIG_ORACLE` and `JIG_CORPUS`. angelscript-sample takes the peer many minutes, so it's only used with
 * `JIG_PEER_SAMPLE=1`. `JIG_SEED` varies the questions. Differences are printed.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { corpus, scratch, TOP } from "../jig.ts";
import { oracleFolder } from "./oracle.ts";
import { type Answer, openPeer, peerFolder } from "./peer.ts";
import { basesOf } from "./peer-classes.ts";
import { compareAnswers } from "./peer-differences.ts";
import { type Draw, drawQuestions, type PeerQuestion, scriptsBelow, templateMethodsOf } from "./peer-questions.ts";
import { openSession, type Session } from "./session.ts";
import { TextTypes } from "./text-types.ts";

const seed = Number(process.env.JIG_SEED ?? 38);
const SMALL: Draw = { seed, resolve: 450, references: 90, members: 90, hierarchies: 30, searches: 30 };
const LARGE: Draw = { seed, resolve: 1500, references: 300, members: 300, hierarchies: 100, searches: 100 };
type Project = [name: string, scripts: string, draw: Draw];
const SAMPLE: Project = ["angelscript-sample", ".", LARGE];
const PROJECTS: Project[] = [
  ["jabbawalden+Tega", "Script", SMALL],
  ["TriKnot+HomsesBattle", "Script", SMALL],
  ["najoast+AngelscriptAura", "Script", SMALL],
  ["EpiKnightz+BowlingVSZombie", "Script", SMALL],
  ...(process.env.JIG_PEER_SAMPLE ? [SAMPLE] : []),
];

/** Questions listed in docs/angelscript-truth.md. */
const adjudicated = new Set(
  [...readFileSync(join(TOP, "docs", "angelscript-truth.md"), "utf8").matchAll(/^\| `([^`]+)`/gm)].map(([, id]) => id),
);

const peer = peerFolder();
const oracle = oracleFolder();
const native = oracle && join(oracle, "native-db.json.gz");
const present = PROJECTS.filter(([name]) => corpus(name));
const lacks = [
  ...(peer ? [] : ["JIG_PEER: the peer's folder with its packages"]),
  ...(native && existsSync(native) ? [] : ["JIG_ORACLE: native-db.json.gz"]),
  ...(present.length > 0 ? [] : ["JIG_CORPUS: one of the projects"]),
];

test("answers agree strictly with the peer's, or the difference is adjudicated", {
  skip: lacks.length > 0 && `no ${lacks.join("; no ")}`,
  timeout: 7_200_000,
}, async () => {
  const { settings, chunks } = JSON.parse(gunzipSync(readFileSync(native ?? "")).toString());
  const templateMethods = templateMethodsOf(chunks);
  const tally = { equal: 0, known: 0, adjudicated: 0, open: 0 };
  for (const [name, scripts, draw] of present) {
    const root = join(scratch(), "Script");
    cpSync(join(corpus(name) ?? "", scripts), root, { recursive: true });
    mkdirSync(join(root, ".vscode", "angelscript"), { recursive: true });
    writeFileSync(
      join(root, ".vscode", "angelscript", "unreal-cache.json"),
      JSON.stringify({ version: 1, createdAt: "", debugDatabaseChunks: chunks, scriptSettings: settings }),
    );
    const questions = drawQuestions(root, chunks, draw);
    const other = await openPeer(peer ?? "", root);
    const theirs: Answer[] = [];
    for (const { tool, input } of questions) theirs.push(await other.ask(tool, input));
    other.close();
    const session = await openSession({ cwd: root });
    const texts = new Map<string, string[]>();
    const lines = (filePath: string): string[] => {
      const path = join(root, filePath.replace(/^Script\//, ""));
      const text = texts.get(path) ?? (existsSync(path) ? readFileSync(path, "utf8").split(/\r?\n/) : []);
      texts.set(path, text);
      return text;
    };
    const scriptTexts = scriptsBelow(root).map((path) => readFileSync(path, "utf8"));
    const bases = basesOf(scriptTexts);
    const known = { templateMethods, bases, types: new TextTypes(chunks, bases, scriptTexts) };
    for (const [at, question] of questions.entries()) {
      const { differences, known: explained } = compareAnswers(
        question,
        theirs[at],
        await askWhole(session, question),
        lines,
        known,
      );
      const id = `${name} ${question.tool.replace("angelscript_", "")} ${JSON.stringify(question.input)}`;
      if (differences.length === 0) tally[explained.length > 0 ? "known" : "equal"]++;
      else if (adjudicated.has(id)) tally.adjudicated++;
      else {
        tally.open++;
        console.log(`${id}\n  ${differences.slice(0, 8).join("\n  ")}`);
      }
    }
    await session.close();
    console.log(name, tally);
  }
  const all = tally.equal + tally.known + tally.adjudicated + tally.open;
  assert.ok(tally.open <= all * 0.005, `${tally.open} of ${all} answers differ`);
});

/** All pages combined. */
async function askWhole(session: Session, { tool, input }: PeerQuestion): Promise<Answer> {
  const wide =
    tool === "angelscript_searchApi" || tool === "angelscript_resolveSymbolAtPosition" ? {} : { limit: 10_000 };
  const answer = await session.call(tool, { ...input, ...wide });
  for (let { next } = answer; next; ) {
    const page = await session.call(tool, { ...input, ...wide, cursor: next.cursor });
    for (const list of ["members", "references", "items"]) answer.data?.[list]?.push(...(page.data?.[list] ?? []));
    next = page.next;
  }
  return answer;
}
