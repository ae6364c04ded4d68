/** Renames there and back, and code actions, on the scripts of a folder: what diagnostics say in between, and the bytes afterwards. */
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mulberry } from "../mulberry.ts";
import { openSession, type Session } from "./session.ts";

const KEYWORDS = new Set("class struct enum return else new delete import namespace if for while case".split(" "));
const APPLIED = /is applied/;

interface Declared {
  path: string;
  line: number;
  name: string;
}

function scriptsIn(root: string): string[] {
  return globSync("**/*.as", { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
}

/** Names that lines declare, by their form: types, members, parameters and locals. */
function declaredNames(root: string): Declared[] {
  const forms = [
    /^\s*(?:class|struct|enum)\s+(\w+)/,
    /^\s+(?:private |protected |const |default )*[A-Z]\w*(?:<[\w<>, ]+>)?&?\s+(\w+)\s*(?:;|=[^=]|\()/,
    /^\s+(?:int|float|bool|void)\s+(\w+)\s*(?:;|=[^=]|\()/,
    /[(,]\s*(?:const )?(?:int|float|bool|[A-Z]\w+)&?(?: in| out)?\s+(\w+)\s*[,)=]/,
  ];
  return scriptsIn(root).flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .flatMap((text, at) =>
        forms.flatMap((form) => {
          const name = form.exec(text)?.[1] ?? "";
          if (name === "" || KEYWORDS.has(name) || /^\s*(?:\/\/|return|else|\*)/.test(text)) return [];
          return [{ path, line: at + 1, name }];
        }),
      ),
  );
}

export interface AppliedChanges {
  done: number;
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

  /** Changes a word of the file, whatever its encoding. */
  replace(path: string, from: string, to: string): void {
    writeFileSync(join(this.#root, path), this.bytes(path).replace(from, to), "latin1");
  }

  /** The file as it was at first. */
  restore(path: string): void {
    writeFileSync(join(this.#root, path), this.#first.get(path) ?? "", "latin1");
  }

  names(): string[] {
    return scriptsIn(this.#root);
  }

  /** The fault of files that are not as they were at first, to the byte; none if all are. */
  left(): string[] {
    const left = this.names().filter((path) => this.#first.get(path) !== this.bytes(path));
    return left.length === 0 ? [] : [`not as before: ${left.join(", ")}`];
  }

  async text(tool: string, input: object): Promise<string> {
    return await this.#session.text(tool, input);
  }

  /** Renames the first word of that name in a line; undefined if the line has none. */
  async rename(path: string, line: number, name: string, to: string): Promise<string | undefined> {
    const text = this.read(path).split("\n")[line - 1] ?? "";
    const column = [...text.matchAll(/\w+/g)].find(([word]) => word === name)?.index;
    if (column === undefined) return undefined;
    return await this.text("angelscript_rename", { at: `${path}:${line}:${column + 1}`, to, apply: true });
  }

  /** Every finding without its place: a rename moves columns, an action lines. */
  async findings(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (let input: object | undefined = { limit: 1000 }; input; ) {
      const { data } = await this.#session.call("angelscript_diagnostics", input);
      for (const { filePath, message } of data.diagnostics) {
        const key = `${filePath}: ${message}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      input = data.next === undefined ? undefined : { limit: 1000, cursor: data.next };
    }
    return counts;
  }
}

function newFindings(before: Map<string, number>, after: Map<string, number>, old: (text: string) => string): string[] {
  const left = new Map(before);
  const found: string[] = [];
  for (const [key, count] of after) {
    const known = left.get(old(key)) ?? 0;
    if (count > known) found.push(`${count - known} × ${key}`);
    left.set(old(key), known - count);
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

/** `count` renames, one after the other, then all of them back in the opposite order. */
export async function renamesThereAndBack(root: string, count: number, seed: number): Promise<AppliedChanges> {
  const random = mulberry(seed);
  const places = declaredNames(root);
  for (let at = places.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [places[at], places[other]] = [places[other]!, places[at]!];
  }
  return await withScripts(root, async (scripts) => {
    const result: AppliedChanges = { done: 0, refused: [], faults: [] };
    const before = await scripts.findings();
    const done: (Declared & { to: string })[] = [];
    for (const place of places) {
      if (done.length === count) break;
      const { path, line, name } = place;
      const to = `${name}Jig${done.length}`;
      const answer = await scripts.rename(path, line, name, to);
      if (answer === undefined) continue;
      if (APPLIED.test(answer)) done.push({ ...place, to });
      else result.refused.push(`${path}:${line} ${name}: ${answer.slice(0, 160)}`);
    }
    const old = (text: string) => text.replace(/Jig\d+/g, "");
    result.faults.push(...newFindings(before, await scripts.findings(), old));
    for (const { path, line, name, to } of done.toReversed()) {
      // Accessors are renamed together with the property that they make.
      const answer = (await scripts.rename(path, line, to, name)) ?? "the name is not there";
      if (APPLIED.test(answer)) result.done++;
      else result.faults.push(`${path}:${line} ${to} back: ${answer.slice(0, 300)}`);
    }
    result.faults.push(...scripts.left());
    return result;
  });
}

interface Action {
  path: string;
  symbol: string;
  do: "override" | "cases" | "handler";
  code?: string;
  /** Changes the file so that there is something to do. */
  prepare?: [from: string, to: string];
}

const TYPE = /^class\s+(\w+)\s*(?::\s*(\w+))?/;
const FUNCTION = /^\t(?:UFUNCTION\([^)]*\)\s*)?[\w<>]+&?\s+(\w+)\(.*\)(?:\s*(?:const|override|final|property))*\s*$/;

/** Candidates by the form of the source; most overrides are of Unreal's own functions. */
function actionsIn(scripts: Scripts): Record<Action["do"], Action[]> {
  const found: Record<Action["do"], Action[]> = { override: [], cases: [], handler: [] };
  for (const path of scripts.names()) {
    const text = scripts.read(path);
    let type = "";
    let method = "";
    for (const line of text.split("\n")) {
      const [, opened, base = ""] = TYPE.exec(line.trimEnd()) ?? [];
      if (opened !== undefined) {
        type = opened;
        const body = text.slice(text.indexOf(line));
        for (const code of ["BeginPlay", "EndPlay", "Tick", "ConstructionScript", "OnReset"])
          if (/^A/.test(type) && /^A/.test(base) && !new RegExp(`\\b${code}\\(`).test(body))
            found.override.push({ path, symbol: type, do: "override", code });
      }
      method = FUNCTION.exec(line.trimEnd())?.[1] ?? method;
      if (type !== "" && /^\t\tswitch\s*\(/.test(line))
        found.cases.push({ path, symbol: `${type}/${method}`, do: "cases" });
      const [, bound] = /\.(?:AddUFunction|BindUFunction)\(this, n"(\w+)"\);/.exec(line) ?? [];
      if (type !== "" && bound !== undefined && !line.includes("//"))
        found.handler.push({
          ...{ path, symbol: type, do: "handler", code: `${bound}Jig` },
          prepare: [`n"${bound}"`, `n"${bound}Jig"`],
        });
    }
  }
  return found;
}

/** `count` of each action, each in a file of its own, seen by diagnostics of all files together; then all are taken back. */
export async function actionsApplied(root: string, count: number): Promise<Record<Action["do"], AppliedChanges>> {
  return await withScripts(root, async (scripts) => {
    const all = actionsIn(scripts);
    const results = {} as Record<Action["do"], AppliedChanges>;
    for (const [kind, actions] of Object.entries(all) as [Action["do"], Action[]][]) {
      const result: AppliedChanges = { done: 0, refused: [], faults: [] };
      results[kind] = result;
      const before = await scripts.findings();
      const touched = new Set<string>();
      for (const { path, prepare, ...edit } of actions) {
        if (result.done === count) break;
        if (touched.has(path)) continue;
        if (prepare) scripts.replace(path, ...prepare);
        const answer = await scripts.text("angelscript_edit", { edits: [edit], apply: true });
        if (APPLIED.test(answer)) {
          result.done++;
          touched.add(path);
        } else {
          scripts.restore(path);
          result.refused.push(`${path} ${edit.symbol} ${edit.code ?? ""}: ${answer.slice(0, 160)}`);
        }
      }
      result.faults.push(...newFindings(before, await scripts.findings(), (text) => text));
      for (const path of touched) scripts.restore(path);
      result.faults.push(...scripts.left());
    }
    return results;
  });
}
