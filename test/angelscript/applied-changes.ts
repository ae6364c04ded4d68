/** Applies renames (there and back) and code actions to a folder of scripts, and checks for unresolved names and leftover changes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ACTIONS, type ActionKind, actionsOf } from "./action-candidates.ts";
import { bindAll, nativeTypes } from "./fresh-bind.ts";
import { type Candidate, drawn, renameCandidates, scriptsIn } from "./rename-candidates.ts";
import { openSession, type Session } from "./session.ts";

const APPLIED = /is applied/;

export interface AppliedChanges {
  done: number;
  /** Number of changes by kind. */
  kinds: Record<string, number>;
  refused: string[];
  faults: string[];
}

class Scripts {
  readonly #root: string;
  readonly #session: Session;
  readonly #first: Map<string, string>;

  constructor(root: string, session: Session) {
    this.#root = root;
    this.#session = session;
    this.#first = new Map(this.names().map((path) => [path, this.bytes(path)]));
  }

  bytes(path: string): string {
    return readFileSync(join(this.#root, path), "latin1");
  }

  read(path: string): string {
    return readFileSync(join(this.#root, path), "utf8");
  }

  write(path: string, bytes: string): void {
    writeFileSync(join(this.#root, path), bytes, "latin1");
  }

  names(): string[] {
    return scriptsIn(this.#root);
  }

  /** Files that differ from the original. */
  changed(): string[] {
    return this.names().filter((path) => this.#first.get(path) !== this.bytes(path));
  }

  restore(): void {
    for (const path of this.changed()) this.write(path, this.#first.get(path) ?? "");
  }

  /** Describes files that differ from the original. */
  left(): string[] {
    const left = this.changed();
    return left.length === 0 ? [] : [`not as before: ${left.join(", ")}`];
  }

  async text(tool: string, input: object): Promise<string> {
    return await this.#session.text(tool, input);
  }

  /** Renames the first occurrence in a line. Undefined if the line doesn't contain the name. */
  async rename(path: string, line: number, name: string, to: string): Promise<string | undefined> {
    const text = this.read(path).split("\n")[line - 1] ?? "";
    const column = [...text.matchAll(/\w+/g)].find(([word]) => word === name)?.index;
    if (column === undefined) return undefined;
    return await this.text("angelscript_rename", { at: `${path}:${line}:${column + 1}`, to, apply: true });
  }

  /** Findings without positions, as a rename moves columns and an action moves lines. */
  async findings(paths: readonly string[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const filePath of paths) {
      const { data } = await this.#session.call("angelscript_diagnostics", { filePath, limit: 1000 });
      for (const { message } of data.diagnostics) count(counts, `${filePath}: ${message}`);
    }
    return counts;
  }

  /** Errors and unresolved names from a fresh bind of all files. */
  async bound(): Promise<Map<string, number>> {
    const { library } = await nativeTypes(this.#root);
    const { unresolved, errors } = bindAll(this.#root, library, true);
    const counts = new Map<string, number>();
    for (const { path, name } of unresolved) count(counts, `${relative(this.#root, path)}: unresolved ${name}`);
    for (const { path, message } of errors) count(counts, `${relative(this.#root, path)}: ${message}`);
    return counts;
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** `old` maps new names back. */
function newFindings(before: Map<string, number>, after: Map<string, number>, old: (text: string) => string): string[] {
  const left = new Map(before);
  const found: string[] = [];
  for (const [key, times] of after) {
    const known = left.get(old(key)) ?? 0;
    if (times > known) found.push(`${times - known} × ${key}`);
    left.set(old(key), known - times);
  }
  return found;
}

async function withScripts<T>(root: string, work: (scripts: Scripts) => Promise<T>): Promise<T> {
  const session = await openSession({ cwd: root, args: ["--root", root] });
  try {
    return await work(new Scripts(root, session));
  } finally {
    await session.close();
  }
}

/** Performs `count` renames, then reverts them in reverse order. */
export async function renamesThereAndBack(root: string, most: number, seed: number): Promise<AppliedChanges> {
  const places = drawn(renameCandidates(root), seed);
  return await withScripts(root, async (scripts) => {
    const result: AppliedChanges = { done: 0, kinds: {}, refused: [], faults: [] };
    const before = await scripts.bound();
    const done: (Candidate & { to: string })[] = [];
    for (const place of places) {
      if (done.length === most) break;
      const { kind, path, line, name } = place;
      const to = `${name}Jig${done.length}`;
      const answer = await scripts.rename(path, line, name, to);
      if (answer === undefined) continue;
      if (APPLIED.test(answer)) {
        done.push({ ...place, to });
        result.kinds[kind] = (result.kinds[kind] ?? 0) + 1;
      } else result.refused.push(`${path}:${line} ${kind} ${name}: ${answer.slice(0, 240)}`);
    }
    const old = (text: string) => text.replace(/Jig\d+/g, "");
    result.faults.push(...newFindings(before, await scripts.bound(), old));
    const touched = scripts.changed();
    const between = await scripts.findings(touched);
    for (const { path, line, name, to } of done.toReversed()) {
      // An accessor is renamed together with its property.
      const answer = (await scripts.rename(path, line, to, name)) ?? "the name is not there";
      if (APPLIED.test(answer)) result.done++;
      else result.faults.push(`${path}:${line} ${to} back: ${answer.slice(0, 300)}`);
    }
    result.faults.push(...scripts.left(), ...newFindings(await scripts.findings(touched), between, old));
    scripts.restore();
    return result;
  });
}

/** Applies `count` of each action, checks with diagnostics and a fresh bind, then reverts them. */
export async function actionsApplied(root: string, most: number): Promise<Record<ActionKind, AppliedChanges>> {
  return await withScripts(root, async (scripts) => {
    const all = scripts.names().flatMap((path) => actionsOf(path, scripts.read(path)));
    const results = {} as Record<ActionKind, AppliedChanges>;
    const before = await scripts.bound();
    for (const kind of ACTIONS) {
      const result: AppliedChanges = { done: 0, kinds: {}, refused: [], faults: [] };
      results[kind] = result;
      const edited = new Set<string>();
      const files = new Set<string>();
      for (const { path, edit, prepare } of all) {
        if (result.done === most) break;
        const key = `${path} ${edit.symbol} ${edit.do === "cases" ? "" : edit.code}`;
        if (edit.do !== kind || edited.has(key)) continue;
        if (kind !== "cases" && files.has(path)) continue;
        const bytes = scripts.bytes(path);
        if (prepare)
          scripts.write(
            path,
            bytes.replace(prepare[0], () => prepare[1]),
          );
        if (prepare && bytes === scripts.bytes(path)) continue;
        const answer = await scripts.text("angelscript_edit", { edits: [edit], apply: true });
        if (APPLIED.test(answer)) {
          result.done++;
          const how = prepare ? "prepared" : "as it is";
          result.kinds[how] = (result.kinds[how] ?? 0) + 1;
          edited.add(key);
          files.add(path);
        } else {
          scripts.write(path, bytes);
          result.refused.push(`${key}: ${answer.slice(0, 240)}`);
        }
      }
      result.faults.push(...newFindings(before, await scripts.bound(), (text) => text));
      const touched = scripts.changed();
      const between = await scripts.findings(touched);
      scripts.restore();
      result.faults.push(...newFindings(await scripts.findings(touched), between, (text) => text));
    }
    return results;
  });
}
