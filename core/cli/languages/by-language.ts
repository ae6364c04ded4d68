/**
 * Implements commands that work in all languages (`outline`, `symbol`, `refs`). The calls go to the tools for the language of
 * the file or name.
 */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import {
  type CliAlias,
  type FileSymbol,
  type Finder,
  type Host,
  JigError,
  type JsonObject,
  type Link,
  type LinkRel,
  type Row,
  type ToolInfo,
} from "../../host/frontend-api.ts";

/** The calls that answer a query together. */
export interface Question {
  calls: LanguageCall[];
  /** Undefined for a position. */
  name?: string;
  /** True if a language declares the name. Otherwise there may still be uses. */
  isDeclared: boolean;
}

export interface LanguageCall {
  alias: CliAlias;
  tool: ToolInfo;
  /** The input that replaces the name. */
  fixed?: JsonObject;
}

/** Returns the command in each language of the workspace, starting with the given one. */
export function inEachLanguage(alias: CliAlias, host: Host): LanguageCall[] {
  const others = host.cliAliases().filter((each) => each.command === alias.command && each !== alias);
  const all = [alias, ...others].flatMap((each): LanguageCall[] => {
    const tool = host.tool(each.tool);
    return tool ? [{ alias: each, tool }] : [];
  });
  const listed = all.filter(({ tool }) => tool.listed);
  return listed.length > 0 ? listed : all.slice(0, 1);
}

/**
 * Returns the languages of the given position, or those that declare the given name. It is undefined if the words contain
 * neither.
 */
export async function questionOf(
  alias: CliAlias,
  words: readonly string[],
  host: Host,
  signal: AbortSignal,
): Promise<Question | undefined> {
  const all = inEachLanguage(alias, host);
  const [word, next] = words;
  const place = placeIn(words);
  if (place !== undefined) {
    const own = all.filter((each) => isOfFile(each, place, host));
    return { calls: own.length > 0 ? own : all.slice(0, 1), isDeclared: true };
  }
  if (word === undefined || word.startsWith("-") || (next !== undefined && !next.startsWith("-"))) return undefined;
  const declaring: LanguageCall[] = [];
  const near: LanguageCall[] = [];
  for (const each of all) {
    const rows = await rowsOfPlugin(each.tool.plugin, word, host, signal);
    if (rows.some((row) => isNamed(row, word))) declaring.push(each);
    // A search matches parts of names, while uses need an exact name.
    else if (alias.rel === "definition" && rows.length > 0) near.push(each);
  }
  const asked = [declaring, near].find(({ length }) => length > 0);
  if (asked) return { calls: asked, name: word, isDeclared: true };
  const other = alias.rel && (await inOtherPlugin(alias.rel, all, word, host, signal));
  return { calls: other ? [{ ...other, alias }] : all, name: word, isDeclared: other !== undefined };
}

/** Finds `--at path:line:column`. */
function placeIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "--at" || word.startsWith("--at="));
  const written = words[at]?.startsWith("--at=") ? words[at].slice("--at=".length) : words[at + 1];
  return at < 0 ? undefined : written?.replace(/(?::\d+){1,2}$/, "");
}

function isOfFile({ alias: { languages = [] } }: LanguageCall, path: string, host: Host): boolean {
  const ending = extname(path).toLowerCase();
  return host.languages().some(({ id, extensions }) => languages.includes(id) && extensions.includes(ending));
}

/** Used for languages without their own command. The rows link to the right call. */
async function inOtherPlugin(
  rel: LinkRel,
  known: readonly LanguageCall[],
  word: string,
  host: Host,
  signal: AbortSignal,
): Promise<Omit<LanguageCall, "alias"> | undefined> {
  for (const finder of symbolFinders(host)) {
    if (known.some(({ tool }) => tool.plugin === finder.plugin)) continue;
    const rows = await rowsOf(finder, word, host, signal);
    const meant = rel === "definition" ? rows : rows.filter((row) => isNamed(row, word));
    const found = meant.length > 0 ? await callByRelation(finder, meant, word, rel, host) : undefined;
    if (found) return found;
  }
  const isKnown = symbolFinders(host).length > 0 || known.some(({ tool }) => tool.listed);
  return isKnown ? undefined : callInAnyLanguage(word, rel, host);
}

/** Returns true if the row declares exactly this name, or a path that ends with it (`Player/Move`, `list::push`). */
function isNamed({ name, text }: Row, word: string): boolean {
  const last = /([\p{L}\p{N}_$]+)[^\p{L}\p{N}_$]*$/u.exec(word.replace(/[<(].*$/s, ""))?.[1] ?? word;
  return name === undefined ? new Set(text.split(/[^\p{L}\p{N}_$]+/u)).has(last) : name === last;
}

/** Switches to another language if it is the only one that declares the name. Throws INVALID_ARGUMENT if there are several. */
export async function sameCommand(
  alias: CliAlias,
  word: string | undefined,
  host: Host,
  signal: AbortSignal,
): Promise<LanguageCall | undefined> {
  if (alias.command === undefined || word === undefined || word.startsWith("-")) return undefined;
  const all = inEachLanguage(alias, host);
  if (all.length < 2) return undefined;
  const declaring: LanguageCall[] = [];
  for (const each of all) {
    const rows = await rowsOfPlugin(each.tool.plugin, word, host, signal);
    if (rows.some((row) => isNamed(row, word))) declaring.push(each);
  }
  if (declaring.length > 1) {
    throw new JigError("INVALID_ARGUMENT", `Several languages declare "${word}"`, {
      hint: `Name the language's own tool: ${declaring.map(({ tool }) => `jig ${tool.name} ${word} …`).join(", ")}`,
    });
  }
  return declaring[0];
}

/** Returns texts for messages: "C#", "the code of other languages". */
export function titlesOf(calls: readonly LanguageCall[], host: Host): string {
  const titles = calls.map(({ alias: { languages = [] } }) => {
    const own = host.languages().filter(({ id }) => languages.includes(id));
    return own.length > 3 ? "code of other languages" : own.map(({ title }) => title).join(", ");
  });
  const [last = "", ...rest] = titles
    .toSorted((a, b) => Number(a.startsWith("code")) - Number(b.startsWith("code")))
    .reverse();
  if (rest.length === 0) return last === "code of other languages" ? "code" : last;
  return `${rest.reverse().join(", ")} and ${last}`;
}

/** The prefix of finders that search declarations. */
const SYMBOLS = "@";

function symbolFinders(host: Host): Finder[] {
  return host.finders().filter(({ prefix }) => prefix === SYMBOLS);
}

async function rowsOfPlugin(plugin: string, word: string, host: Host, signal: AbortSignal): Promise<Row[]> {
  const found: Row[] = [];
  for (const finder of symbolFinders(host))
    if (finder.plugin === plugin) found.push(...(await rowsOf(finder, word, host, signal)));
  return found;
}

/** Returns the outline of a file in a language without its own command. It is undefined for the given languages. */
export async function outlineOf(
  path: string,
  own: readonly string[],
  host: Host,
  signal: AbortSignal,
): Promise<{ path: string; declarations: readonly FileSymbol[] } | undefined> {
  const ending = extname(path).toLowerCase();
  const language = host.languages().find(({ extensions }) => extensions.includes(ending));
  if (language && own.includes(language.id)) return undefined;
  const { absolute, display } = await host.workspace.resolve(path, { expect: "file" });
  const symbols = await host.symbols(absolute, signal);
  if (!symbols) {
    const known = host.languages().map(({ title }) => title);
    throw new JigError("INVALID_ARGUMENT", `No plugin here can list the declarations of "${display}"`, {
      hint: `Supported: ${known.join(", ")}; a plugin can add a language`,
    });
  }
  return { path: display, declarations: symbols };
}

async function callByRelation(
  finder: Finder,
  rows: readonly Row[],
  word: string,
  rel: LinkRel,
  host: Host,
): Promise<Omit<LanguageCall, "alias"> | undefined> {
  const tool = host.tool(finder.tool);
  if (!tool) return undefined;
  if (rel === "definition") return { tool, fixed: inputOf(finder, word) };
  for (const row of rows) {
    const link = row.links?.find((each) => each.rel === rel) ?? (await declaredLink(row, word, rel, host));
    const target = link && host.tool(link.tool);
    if (target) return { tool: target, fixed: link.input };
  }
  return undefined;
}

function inputOf({ fixed, parameter }: Finder, word: string): JsonObject {
  return { ...fixed, [parameter]: word };
}

async function rowsOf(finder: Finder, word: string, host: Host, signal: AbortSignal): Promise<readonly Row[]> {
  const input = inputOf(finder, word);
  const outcome = await host.invoke(finder.tool, input, { signal });
  return outcome.failed ? [] : (await host.view(finder.tool, outcome, input)).rows;
}

/** Returns the link from the name in a row to its declaration. */
async function declaredLink({ location }: Row, word: string, rel: LinkRel, host: Host): Promise<Link | undefined> {
  if (!location) return undefined;
  const { absolute } = await host.workspace.resolve(location.absolute, { expect: "file" });
  const lines = (await readFile(absolute, "utf8")).split("\n");
  const name = word.slice(Math.max(word.lastIndexOf("."), word.lastIndexOf(":")) + 1);
  const column = lines[location.startLine - 1]?.indexOf(name) ?? -1;
  if (column < 0) return undefined;
  const at = { path: absolute, word: name, line: location.startLine, column: column + 1 };
  return host.jumps(at).find((each) => each.rel === rel);
}

/** Used for unknown languages. It finds declarations in any file. */
function callInAnyLanguage(word: string, rel: LinkRel, host: Host): Omit<LanguageCall, "alias"> | undefined {
  const link = host.jumps({ path: "name", word, line: 1, column: 1 }).find((each) => each.rel === rel);
  const tool = link && host.tool(link.tool);
  return tool && link ? { tool, fixed: link.input } : undefined;
}
