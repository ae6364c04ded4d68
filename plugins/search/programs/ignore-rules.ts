/**
 * Implements the ignore rules of git, ripgrep and fd. The rules of the deepest folder take precedence and, within a file, the
 * last rule that matches.
 */

import type { Context } from "../../../core/host/plugin-api.ts";
import { compileGlob } from "../../../core/host/plugin-api.ts";

interface Rule {
  keeps: boolean;
  foldersOnly: boolean;
  /** True if the rule applies to the path below the ignore file's folder, rather than just to the name. */
  anchored: boolean;
  matches(text: string): boolean;
}

export function parseRules(text: string): Rule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.replace(/(?<!\\)\s+$/, "");
    if (trimmed === "" || trimmed.startsWith("#")) return [];
    const keeps = trimmed.startsWith("!");
    const written = (keeps ? trimmed.slice(1) : trimmed).replace(/^\\(?=[#!])/, "");
    const foldersOnly = written.endsWith("/");
    const body = written.replace(/\/+$/, "");
    if (body === "") return [];
    const anchored = body.includes("/");
    return [{ keeps, foldersOnly, anchored, matches: matcherOf(body.replace(/^\//, "")) }];
  });
}

/** Most rules are just a name or an extension, which does not require a glob. */
function matcherOf(body: string): (text: string) => boolean {
  if (!/[*?[\]{}\\]/.test(body)) return (text) => text === body;
  const ending = /^\*([^*?[\]{}\\/]+)$/.exec(body)?.[1];
  if (ending !== undefined) return (text) => text.endsWith(ending);
  const anywhere = /^\*\*\/([^*?[\]{}\\]+)$/.exec(body)?.[1];
  if (anywhere !== undefined) return (text) => text === anywhere || text.endsWith(`/${anywhere}`);
  try {
    // Braces are not special here.
    return compileGlob(body.replace(/[{}]/g, "\\$&"));
  } catch {
    return () => false;
  }
}

/** The ignore files of a folder, which apply to everything below it. */
interface Level {
  /** The absolute path with a trailing slash. */
  folder: string;
  /** One list for each file in the order of precedence, which is `.ignore` first and then those of git. */
  files: Rule[][];
}

export interface IgnoreOptions {
  /** The names of ignore files, starting with the strongest. */
  names: readonly string[];
  /** The files of git itself, which are ignored outside of repositories. */
  git: readonly string[];
}

export class IgnoreRules {
  private readonly options: IgnoreOptions;
  private readonly levels: readonly Level[];
  private readonly inRepository: boolean;

  private constructor(options: IgnoreOptions, levels: readonly Level[], inRepository: boolean) {
    this.options = options;
    this.levels = levels;
    this.inRepository = inRepository;
  }

  /** Collects the rules from the workspace root down to this folder. */
  static async above(folder: string, root: string, options: IgnoreOptions, context: Context): Promise<IgnoreRules> {
    // The repository might begin above the root, but jig never reads `.git` up there.
    let rules = new IgnoreRules(options, [], false);
    const parts = folder.slice(root.length).split("/").filter(Boolean);
    let path = root;
    for (const part of parts) {
      rules = await rules.enter(path, namesOf(await listed(path, context)), context);
      path = `${path}/${part}`;
    }
    return rules;
  }

  /** Enters a folder. `names` are the folder's entries, so that we don't have to probe for each ignore file. */
  async enter(folder: string, names: ReadonlySet<string>, context: Context): Promise<IgnoreRules> {
    const repository = names.has(".git");
    const { options } = this;
    const inRepository = this.inRepository || repository;
    const files: Rule[][] = [];
    for (const name of options.names) if (names.has(name)) files.push(await rulesIn(`${folder}/${name}`, context));
    if (inRepository) {
      for (const name of options.git) if (names.has(name)) files.push(await rulesIn(`${folder}/${name}`, context));
      if (repository && options.git.length > 0) files.push(await rulesIn(`${folder}/.git/info/exclude`, context));
    }
    if (files.every((file) => file.length === 0) && inRepository === this.inRepository) return this;
    const level = { folder: `${folder}/`, files: files.filter((file) => file.length > 0) };
    return new IgnoreRules(options, [...this.levels, level], inRepository);
  }

  /** Returns undefined if no rule matches. If a rule includes an entry again, it also applies if the entry would be hidden. */
  verdict(absolute: string, isFolder: boolean): "hidden" | "kept" | undefined {
    const name = absolute.slice(absolute.lastIndexOf("/") + 1);
    for (let at = this.levels.length - 1; at >= 0; at--) {
      const level = this.levels[at];
      if (!level) continue;
      const below = absolute.slice(level.folder.length);
      for (const rules of level.files) {
        const rule = rules.findLast(
          (each) => (isFolder || !each.foldersOnly) && each.matches(each.anchored ? below : name),
        );
        if (rule) return rule.keeps ? "kept" : "hidden";
      }
    }
    return undefined;
  }
}

async function rulesIn(file: string, context: Context): Promise<Rule[]> {
  return await context.files.readText(file).then(
    ({ text }) => parseRules(text),
    () => [],
  );
}

async function listed(folder: string, context: Context) {
  return await context.files.list(folder).catch(() => []);
}

export function namesOf(entries: readonly { path: string }[]): Set<string> {
  return new Set(entries.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)));
}
