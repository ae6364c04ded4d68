/** Short commands (`outline`, `symbol`, `refs`) for every language: each call goes to the tool that knows the file's or name's language. */
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
} from "../host/frontend-api.ts";
import { kebab } from "./flags.ts";

/** The call to make instead, the same command of another language, or the declarations of a file. */
export type OtherCall =
  | { tool: ToolInfo; input: JsonObject }
  | { alias: CliAlias }
  | { path: string; declarations: readonly FileSymbol[] };

/** Returns undefined if the command's own tool is the right one. `words` are those after the command; flags after the first say nothing of the language. */
export async function callInOtherLanguage(
  alias: CliAlias,
  tool: ToolInfo,
  words: readonly string[],
  host: Host,
  signal: AbortSignal,
): Promise<OtherCall | undefined> {
  const { rel, languages = [] } = alias;
  const [word, next] = words;
  if (rel === undefined) return await sameCommand(alias, tool, word, host, signal);
  if (word === undefined || word.startsWith("-") || (next !== undefined && !next.startsWith("-"))) return undefined;
  if (words.some((each) => each === "--help" || each === "-h")) return undefined;
  if (rel === "members") return await outline(word, languages, host, signal);
  const finders = symbolFinders(host);
  const others = finders.filter(({ plugin }) => plugin !== tool.plugin);
  // In a workspace of several languages the command's own comes first.
  if (others.length > 0 && (await declares(tool.plugin, word, host, signal))) return undefined;
  let byPart: OtherCall | undefined;
  for (const finder of others) {
    const rows = await rowsOf(finder, word, host, signal);
    const meant = rows.filter((row) => isNamed(row, word));
    const its = rel === "definition" || meant.length === 0 ? undefined : aliasOf(finder.plugin, rel, host);
    if (its) return { alias: its };
    const found = meant.length > 0 ? await callByRelation(finder, meant, word, rel, host) : undefined;
    if (found) return found;
    // A search takes a part of a name, a question about uses does not.
    if (rel === "definition" && rows.length > 0) byPart ??= await callByRelation(finder, rows, word, rel, host);
  }
  if (byPart) {
    const own = finders.find(({ plugin }) => plugin === tool.plugin);
    return own && (await rowsOf(own, word, host, signal)).length > 0 ? undefined : byPart;
  }
  return finders.length > 0 || tool.listed ? undefined : callInAnyLanguage(word, rel, host);
}

/** The command of a plugin's language for a relation: it asks about every declaration of a name, a row's link about one. */
function aliasOf(plugin: string, rel: LinkRel, host: Host): CliAlias | undefined {
  return host.cliAliases().find((each) => each.rel === rel && host.tool(each.tool)?.plugin === plugin);
}

/** The row declares this very name, the last of a path such as `Player/Move` or `list::push`. */
function isNamed({ name, text }: Row, word: string): boolean {
  const last = /([\p{L}\p{N}_$]+)[^\p{L}\p{N}_$]*$/u.exec(word.replace(/[<(].*$/s, ""))?.[1] ?? word;
  return name === undefined ? new Set(text.split(/[^\p{L}\p{N}_$]+/u)).has(last) : name === last;
}

/** The same command of another language, if that language alone declares the name. Throws INVALID_ARGUMENT if several do. */
async function sameCommand(
  { command }: CliAlias,
  tool: ToolInfo,
  word: string | undefined,
  host: Host,
  signal: AbortSignal,
): Promise<OtherCall | undefined> {
  if (command === undefined || word === undefined || word.startsWith("-")) return undefined;
  const all = host.cliAliases().filter((each) => each.command === command);
  if (all.length < 2) return undefined;
  const declaring: CliAlias[] = [];
  for (const each of all) if (await declares(host.tool(each.tool)?.plugin, word, host, signal)) declaring.push(each);
  if (declaring.length > 1) {
    throw new JigError("INVALID_ARGUMENT", `Several languages declare "${word}"`, {
      hint: `Name the language's own tool: ${declaring.map((each) => `jig ${each.tool} ${word} …`).join(", ")}`,
    });
  }
  const [only] = declaring;
  return only && only.tool !== tool.name ? { alias: only } : undefined;
}

/** Command lines that ask the same of the workspace's other languages: one that knows the name answers for itself alone. */
export function sameInOtherLanguages(
  { rel }: CliAlias,
  asked: ToolInfo,
  words: readonly string[],
  host: Host,
): string[] {
  const [word] = words;
  if (rel === undefined || rel === "members" || word === undefined || word.startsWith("-")) return [];
  return host.cliAliases().flatMap(({ rel: other, tool: name, fixed }) => {
    const tool = other === rel ? host.tool(name) : undefined;
    if (!tool?.listed || tool.plugin === asked.plugin) return [];
    const flags = Object.entries(fixed ?? {}).map(([parameter, value]) => ` --${kebab(parameter)} ${value}`);
    return [`jig ${name} ${word}${flags.join("")}`];
  });
}

/** The sign of finders that find declarations. */
const SYMBOLS = "@";

function symbolFinders(host: Host): Finder[] {
  return host.finders().filter(({ prefix }) => prefix === SYMBOLS);
}

/** Whether a language's plugin finds a declaration of this name. */
async function declares(plugin: string | undefined, word: string, host: Host, signal: AbortSignal): Promise<boolean> {
  for (const finder of symbolFinders(host))
    if (finder.plugin === plugin && (await rowsOf(finder, word, host, signal)).some((row) => isNamed(row, word)))
      return true;
  return false;
}

async function outline(
  path: string,
  own: readonly string[],
  host: Host,
  signal: AbortSignal,
): Promise<OtherCall | undefined> {
  const ending = extname(path).toLowerCase();
  const language = host.languages().find(({ extensions }) => extensions.includes(ending));
  if (language && own.includes(language.id)) return undefined;
  const { absolute, display } = await host.workspace.resolve(path, { expect: "file" });
  const symbols = await host.symbols(absolute, signal);
  if (!symbols) {
    const known = host.languages().map(({ title }) => title);
    throw new JigError("INVALID_ARGUMENT", `No plugin here knows the declarations of "${display}"`, {
      hint: `Known are those of ${known.join(", ")}; a plugin can add a language`,
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
): Promise<OtherCall | undefined> {
  const tool = host.tool(finder.tool);
  if (!tool) return undefined;
  if (rel === "definition") return { tool, input: inputOf(finder, word) };
  for (const row of rows) {
    const link = row.links?.find((each) => each.rel === rel) ?? (await declaredLink(row, word, rel, host));
    const target = link && host.tool(link.tool);
    if (target) return { tool: target, input: link.input };
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

/** The jump from the place of a row's name. */
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

/** For an unknown language: declarations for names in any file. */
function callInAnyLanguage(word: string, rel: LinkRel, host: Host): OtherCall | undefined {
  const link = host.jumps({ path: "name", word, line: 1, column: 1 }).find((each) => each.rel === rel);
  const tool = link && host.tool(link.tool);
  return tool && link ? { tool, input: link.input } : undefined;
}
