/** What each contestant does for a task: calls, output, and the resulting answer. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import type { McpProcess, Wire } from "../mcp/mcp-process.ts";
import type { Task } from "./task.ts";

/** What a model would have in its context. */
export interface Exchange {
  calls: { asked: string; answered: string }[];
  answer: string[];
  /** Results marked as uncertain. */
  possible: string[];
}

const SOURCE: Record<Task["kind"], string> = {
  uses: "*.cs",
  declared: "*.cs",
  derived: "*.cs",
  callers: "*.cs",
  assets: "",
  subclasses: "*.as",
  text: "",
  files: "",
  lines: "",
  tokens: "",
};
const globOf = (task: Task) =>
  String(task.about.glob ?? (task.corpus === "angelscript-sample" ? "*.as" : SOURCE[task.kind]));

class Shell {
  readonly calls: Exchange["calls"] = [];
  readonly #root: string;
  constructor(root: string) {
    this.#root = root;
  }
  run(program: string, args: string[]): string {
    const { stdout } = spawnSync(program === "rg" ? rgPath : program, args, {
      cwd: this.#root,
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    this.calls.push({
      asked: [program, ...args.map((arg) => (/[^\w./*-]/.test(arg) ? `'${arg}'` : arg))].join(" "),
      answered: stdout,
    });
    return stdout;
  }
  /** Lines with a match, as `path:line`. */
  grep(pattern: string, glob: string, ...more: string[]): { place: string; line: string }[] {
    const out = this.run("rg", ["-n", "--no-heading", "--sort", "path", ...more, pattern, "-g", glob]);
    return out.split("\n").flatMap((row) => {
      const [, path, line, text] = /^(.*?):(\d+):(.*)$/.exec(row) ?? [];
      return path ? [{ place: `${path}:${line}`, line: text! }] : [];
    });
  }
}

/** One search (or one per level of the question). All printed lines count as the answer. */
export function byGrep(task: Task, root: string): Exchange {
  const shell = new Shell(root);
  const name = String(task.about.name ?? task.about.word ?? "");
  const glob = globOf(task);
  const done = (answer: string[]): Exchange => ({ calls: shell.calls, answer: [...new Set(answer)], possible: [] });
  switch (task.kind) {
    case "uses":
    case "text":
      return done(shell.grep(name, glob, "-w").map(({ place }) => place));
    case "callers":
      return done(shell.grep(`\\b${name}\\s*\\(`, glob).map(({ place }) => place));
    case "declared":
      return done(
        shell
          .grep(
            task.about.kind === "method"
              ? `\\w[\\w<>\\[\\], ?]*\\s${name}\\s*\\(`
              : `\\b${task.about.kind}\\s+${name}\\b`,
            glob,
          )
          .map(({ place }) => place),
      );
    case "derived":
    case "subclasses": {
      const found = new Set<string>();
      for (let level = [name]; level.length > 0; ) {
        const hits = shell.grep(
          `\\b(class|struct|interface|record)\\s+\\w+[^{:]*:[^{]*\\b(${level.join("|")})\\b`,
          glob,
        );
        const next = hits.flatMap(({ line }) => /\b(?:class|struct|interface|record)\s+(\w+)/.exec(line)?.[1] ?? []);
        level = [...new Set(next)].filter((type) => !found.has(type));
        for (const type of level) found.add(type);
      }
      return done([...found]);
    }
    case "assets": {
      const guid = shell
        .run("rg", ["guid:", `${task.about.path}.meta`])
        .replace("guid:", "")
        .trim();
      return done(
        shell
          .run("rg", ["-l", "--sort", "path", guid, "-g", "*.{unity,prefab,asset}", "Assets"])
          .split("\n")
          .filter(Boolean),
      );
    }
    case "files":
      return done(
        shell
          .run("rg", ["--files", "--sort", "path", "-g", String(task.about.glob), String(task.about.below)])
          .split("\n")
          .filter(Boolean),
      );
    case "lines":
      return {
        ...done([]),
        answer: shell
          .run("sed", ["-n", `${task.about.first},${task.about.last}p`, String(task.about.path)])
          .split("\n")
          .slice(0, -1),
      };
    case "tokens":
      // There's no tokenizer on the machine, so assume four bytes per token.
      return done([String(Math.round(Number.parseInt(shell.run("wc", ["-c", String(task.about.path)]), 10) / 4))]);
  }
}

const AROUND = 10;

/** Same search, followed by reading the lines around each match. We assume that the reader makes no mistakes. */
export function byGrepAndRead(task: Task, root: string, right: ReadonlySet<string>): Exchange {
  const first = byGrep(task, root);
  // The class header is enough.
  if (task.kind === "derived" || task.kind === "subclasses")
    return { ...first, answer: first.answer.filter((name) => right.has(name)) };
  if (!["uses", "callers", "declared"].includes(task.kind) || first.answer.length < 2) return first;
  const shell = new Shell(root);
  const byFile = Map.groupBy(first.answer, (place) => place.slice(0, place.lastIndexOf(":")));
  for (const [path, places] of byFile) {
    const wanted = new Set<number>();
    for (const place of places) {
      const line = Number(place.slice(place.lastIndexOf(":") + 1));
      for (let each = line - AROUND; each <= line + AROUND; each++) wanted.add(each);
    }
    const text = readFileSync(join(root, path), "utf8").split("\n");
    const read = text.flatMap((line, at) => (wanted.has(at + 1) ? [`${at + 1}\t${line}`] : []));
    shell.calls.push({ asked: `read ${path} around the hits`, answered: read.join("\n") });
  }
  return {
    calls: [...first.calls, ...shell.calls],
    answer: first.answer.filter((place) => right.has(place)),
    possible: [],
  };
}

/** Calls the right tool, with the format set by `jig mcp config`, and follows all pages. */
export async function byJig(task: Task, root: string, jig: McpProcess): Promise<Exchange> {
  const { about } = task;
  const calls: Exchange["calls"] = [];
  const ask = async (tool: string, input: Record<string, unknown>): Promise<Wire> => {
    const message = await jig.call(`${task.asks} ${tool} ${calls.length}`, tool, input);
    const { content, structuredContent, isError } = message.result ?? {};
    if (!message.result || isError)
      throw new Error(`${tool} ${JSON.stringify(input)}: ${JSON.stringify(message).slice(0, 400)}`);
    calls.push({
      asked: `${tool} ${JSON.stringify(input)}`,
      answered: content.map((each: Wire) => each.text ?? "").join("\n"),
    });
    return structuredContent;
  };
  const pages = async (tool: string, input: Record<string, unknown>): Promise<Wire[]> => {
    const all: Wire[] = [];
    for (let more: Record<string, unknown> | undefined = {}; more; ) {
      const page: Wire = await ask(tool, { ...input, ...more });
      all.push(page);
      const next = /next: (\{.*\})$/m.exec(calls.at(-1)!.answered)?.[1];
      more = next === undefined ? undefined : JSON.parse(next);
    }
    return all;
  };
  const done = (answer: string[], possible: string[] = []): Exchange => ({
    calls,
    answer: [...new Set(answer)],
    possible: [...new Set(possible)],
  });
  const path = about.container ? `${about.container}/${about.name}` : about.name;
  const rowsOf = (all: Wire[]) => all.flatMap((page) => page.results ?? []);

  if (task.kind === "uses" && about.line !== undefined) {
    const found = await ask("angelscript_searchApi", { labelQuery: about.name, maxBatchResults: 3 });
    if (!JSON.stringify(found).includes(String(about.path))) throw new Error(`${about.name} was not found`);
    const text = readFileSync(join(root, String(about.path)), "utf8").split("\n")[Number(about.line) - 1]!;
    const position = { line: about.line, character: text.indexOf(String(about.name)) + 1 };
    const all = await pages("angelscript_findReferences", { filePath: about.path, position });
    return done(
      all
        .flatMap((page) => page.data.references)
        .map((each: Wire) => `${below(each.filePath, root)}:${each.range.start.line + 1}`),
    );
  }
  if (task.kind === "uses") {
    const rows = rowsOf(await pages("script_refs_find", { name: path, snippetContext: 0, maxMatchesPerFile: 1000 }));
    const at = (certainty: string) =>
      rows.filter((row) => row.certainty === certainty).map((row) => `${row.path}:${row.line}`);
    return done(at("certain"), at("possible"));
  }
  if (task.kind === "callers") {
    const rows = rowsOf(await pages("script_calls_find", { name: path }));
    const at = (certainty: string) =>
      rows
        .filter((row) => row.certainty === certainty)
        .flatMap((row) => (row.calls ?? []).map((line: number) => `${row.path}:${line}`));
    return done(at("certain"), at("possible"));
  }
  if (task.kind === "declared" && about.kind === "class" && task.corpus === "angelscript-sample") {
    const found = await ask("angelscript_searchApi", { labelQuery: about.name, maxBatchResults: 3 });
    const own = found.data.items.filter(
      ({ signature, type }: Wire) => type === "type" && signature.split(/\W+/)[1] === about.name,
    );
    return done(own.map((each: Wire) => `${below(each.filePath, root)}:${each.startLine}`));
  }
  if (task.kind === "declared") {
    const rows = rowsOf(await pages("script_symbol_find", { name: path, exact: true }));
    return done(rows.map((row) => `${row.path}:${row.symbol.nameLine}`));
  }
  if (task.kind === "derived") {
    const rows = rowsOf(await pages("script_hierarchy_find", { name: path, direction: "down" }));
    return done(
      rows
        .filter((row) => row.relation !== "base")
        .map((row) =>
          String(row.symbol)
            .split(/[./]/)
            .at(-1)!
            .replace(/`\d+$|<.*$/, ""),
        ),
    );
  }
  if (task.kind === "subclasses") {
    const all = await pages("angelscript_getClassHierarchy", {
      name: about.name,
      maxSuperDepth: 0,
      maxSubDepth: 20,
      maxSubBreadth: 100,
    });
    return done(all.flatMap((page) => Object.values(page.data.derivedByParent).flat() as string[]));
  }
  if (task.kind === "assets")
    return done(rowsOf(await pages("script_asset_usages", { path: about.path })).map((row) => row.path));
  if (task.kind === "text") {
    const rows = rowsOf(await pages("search_content", { query: about.word, word: true, include_globs: [about.glob] }));
    return done(rows.map((row) => `${below(row.file, root)}:${row.line_number}`));
  }
  if (task.kind === "files") {
    const all = await pages("list_files", { roots: [about.below], pattern: about.glob, glob: true });
    return done(all.flatMap((page) => page.results).map((row: Wire) => below(row.path, root)));
  }
  if (task.kind === "lines") {
    const found = await ask("extract_code_section", {
      file_path: about.path,
      start_line: about.first,
      end_line: about.last,
    });
    return {
      ...done([]),
      answer: found.partial_content_result
        .replace(/^--- .*\n/, "")
        .replace(/\n+$/, "")
        .split("\n"),
    };
  }
  const found = await ask("check_code_scale", { file_path: about.path, metrics_only: true });
  return done([String(found.metrics.estimated_tokens)]);
}

/** A path from the root of the project, whatever form it was printed in. */
function below(path: string, root: string): string {
  const at = path.indexOf(`${root.split("/").at(-1)}/`);
  return path.startsWith(`${root}/`)
    ? path.slice(root.length + 1)
    : at === 0
      ? path.slice(path.indexOf("/") + 1)
      : path;
}
