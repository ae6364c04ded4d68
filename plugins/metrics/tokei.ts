/** `jig tokei` and `jig loc`: code statistics by language, formatted like tokei. */
import { type CommandEnd, type CommandIo, type Context, JigError, slashed } from "../../core/host/plugin-api.ts";
import type { CountedLines, LineTotals } from "./count-languages.ts";
import { languageNames } from "./metrics-languages.ts";

const HELP = `Usage: jig tokei [flags] [PATH …]

Counts lines of code, comments and blanks by language as tokei does. Ignored and hidden files are left out.

  -C, --compact            without embedded languages
  -f, --files              each file too
  -s, --sort COLUMN        files, lines, blanks, code or comments
  -t, --types LANGUAGE,…   only these
  -e, --exclude GLOB       leave files out
      --hidden, --no-ignore, --no-ignore-vcs
  -o, --output json        tokei's JSON
  -l, --languages          the supported languages
`;

const COLUMNS = ["files", "lines", "code", "comments", "blanks"] as const;
type Column = (typeof COLUMNS)[number];

interface Wish {
  paths: string[];
  rg: string[];
  types: string[];
  sort: Column | undefined;
  reverse: boolean;
  files: boolean;
  compact: boolean;
  json: boolean;
}

interface Language extends LineTotals {
  name: string;
  reports: CountedLines[];
  embedded: Map<string, LineTotals & { files: number }>;
}

const BATCH = 64;
const WIDTH = 81;

export default async function tokei(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  if (words.some((word) => word === "-h" || word === "--help")) {
    await io.write(HELP);
    return 0;
  }
  if (words.some((word) => word === "-l" || word === "--languages")) {
    await io.write(`${languageNames().sort().join("\n")}\n`);
    return 0;
  }
  const wish = wishOf(words);
  if (!wish) return { tool: words };
  for (const path of wish.paths) {
    const absolute = slashed(path).startsWith("/") ? slashed(path) : `${io.cwd}/${path}`;
    const found = await context.workspace.resolve(absolute, { expect: "any" }).catch((error) => {
      if (error instanceof JigError && error.code === "PATH_NOT_FOUND") return undefined;
      throw error;
    });
    // open(2) does not find anything under an empty name.
    if (found && path !== "") continue;
    io.error(`Error: '${path}' not found.`);
    return 1;
  }
  const files = await filesOf(wish, io, context);
  const counted = await countAll(files, io, context);
  const languages = summed(
    counted.filter(({ language }) => wish.types.length === 0 || wish.types.includes(language.toLowerCase())),
  );
  await io.write(wish.json ? `${JSON.stringify(asJson(languages))}\n` : table(languages, wish));
  return 0;
}

/** Undefined if tokei doesn't have a flag. */
function wishOf(words: readonly string[]): Wish | undefined {
  const wish: Wish = {
    paths: [],
    rg: [],
    types: [],
    sort: undefined,
    reverse: false,
    files: false,
    compact: false,
    json: false,
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [name = "", attached] = word.startsWith("--")
      ? word.split(/=(.*)/s)
      : [word.slice(0, 2), word.slice(2).replace(/^=/, "") || undefined];
    const value = () => attached ?? words[++at] ?? "";
    if (word === "--") {
      wish.paths.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith("-")) wish.paths.push(word);
    else if (name === "-C" || name === "--compact") wish.compact = true;
    else if (name === "-f" || name === "--files") wish.files = true;
    else if (name === "-e" || name === "--exclude") wish.rg.push(`--glob=!${value()}`);
    else if (name === "-t" || name === "--types" || name === "--type")
      wish.types.push(...value().toLowerCase().split(","));
    else if (name === "-o" || name === "--output") wish.json = asked(value());
    else if (name === "-s" || name === "--sort" || name === "-r" || name === "--rsort") {
      wish.sort = columnOf(value());
      wish.reverse = name === "-r" || name === "--rsort";
    } else if (["--hidden", "--no-ignore", "--no-ignore-vcs", "--no-ignore-dot", "--no-ignore-parent"].includes(word))
      wish.rg.push(word);
    else return undefined;
  }
  return wish;
}

function asked(format: string): boolean {
  if (format === "json") return true;
  throw new JigError("INVALID_ARGUMENT", `"${format}" is not a supported output format of tokei`, {
    hint: "Write -o json",
  });
}

function columnOf(text: string): Column {
  const column = COLUMNS.find((each) => each === text.toLowerCase());
  if (column) return column;
  throw new JigError("INVALID_ARGUMENT", `"${text}" is not a column`, { hint: `Write ${COLUMNS.join(", ")}` });
}

/** Lists files with ripgrep, which has the same ignore rules as tokei. */
async function filesOf({ paths, rg }: Wish, io: CommandIo, context: Context): Promise<string[]> {
  const roots = context.workspace.roots.map(({ path }) => path);
  const places = paths.length > 0 ? paths : roots.length > 1 ? roots : ["."];
  const args = ["--no-config", "--files", "--null", ...rg, "--", ...places];
  const running = await context.run({ command: "rg", args, cwd: io.cwd });
  const decoder = new TextDecoder();
  let text = "";
  const complaints = (async () => {
    for await (const _ of running.stderr);
  })();
  for await (const chunk of running.stdout) text += decoder.decode(chunk, { stream: true });
  await Promise.all([running.exit, complaints]);
  return text
    .split("\0")
    .filter((path) => path !== "")
    .sort();
}

async function countAll(files: readonly string[], io: CommandIo, context: Context): Promise<CountedLines[]> {
  const shown = new Map(
    files.map((path) => [
      slashed(path).startsWith("/") ? slashed(path) : `${io.cwd}/${path.replace(/^\.\//, "")}`,
      path,
    ]),
  );
  const all = [...shown.keys()];
  const batches = Array.from({ length: Math.ceil(all.length / BATCH) }, (_, at) =>
    all.slice(at * BATCH, (at + 1) * BATCH),
  );
  const answers = await Promise.all(
    batches.map((paths) => context.worker<CountedLines[]>("lines", { paths }, { signal: context.signal })),
  );
  return answers.flat().map((each) => ({ ...each, path: shown.get(each.path) ?? each.path }));
}

function summed(counted: readonly CountedLines[]): Language[] {
  const languages = new Map<string, Language>();
  for (const file of counted) {
    const language: Language = languages.get(file.language) ?? {
      name: file.language,
      code: 0,
      comments: 0,
      blanks: 0,
      reports: [],
      embedded: new Map(),
    };
    languages.set(file.language, language);
    language.reports.push(file);
    addTo(language, file);
    for (const [name, totals] of Object.entries(file.embedded)) {
      const inner = language.embedded.get(name) ?? { files: 0, code: 0, comments: 0, blanks: 0 };
      language.embedded.set(name, inner);
      inner.files++;
      addTo(inner, totals);
    }
  }
  return [...languages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function addTo(sum: LineTotals, { code, comments, blanks }: LineTotals): void {
  sum.code += code;
  sum.comments += comments;
  sum.blanks += blanks;
}

/** Includes embedded languages. */
function wholeOf({ code, comments, blanks, embedded }: Language): LineTotals {
  const whole = { code, comments, blanks };
  for (const totals of embedded.values()) addTo(whole, totals);
  return whole;
}

function linesIn({ code, comments, blanks }: LineTotals): number {
  return code + comments + blanks;
}

function table(languages: readonly Language[], wish: Wish): string {
  const thick = "━".repeat(WIDTH);
  const thin = "─".repeat(WIDTH);
  const lines = [thick, row("Language", ["Files", "Lines", "Code", "Comments", "Blanks"]), thick];
  const plain = ordered(languages, wish).filter(({ embedded }) => wish.compact || embedded.size === 0);
  const nested = ordered(languages, wish).filter((each) => !plain.includes(each));
  const total = { code: 0, comments: 0, blanks: 0 };
  for (const language of languages) addTo(total, wholeOf(language));
  for (const [index, language] of [...plain, ...nested].entries()) {
    const own = nested.includes(language);
    if ((own || wish.files) && index > 0) lines.push(thin);
    lines.push(
      row(language.name, [
        language.reports.length,
        linesIn(language),
        language.code,
        language.comments,
        language.blanks,
      ]),
    );
    for (const [name, inner] of own ? [...language.embedded].sort() : []) {
      lines.push(row(`|- ${name}`, [inner.files, linesIn(inner), inner.code, inner.comments, inner.blanks]));
    }
    const whole = wholeOf(language);
    if (own) lines.push(row("(Total)", ["", linesIn(whole), whole.code, whole.comments, whole.blanks]));
    if (!wish.files) continue;
    lines.push(thin);
    for (const file of language.reports)
      lines.push(row(file.path, ["", linesIn(file), file.code, file.comments, file.blanks]));
  }
  const files = languages.reduce((sum, { reports }) => sum + reports.length, 0);
  lines.push(thick, row("Total", [files, linesIn(total), total.code, total.comments, total.blanks]), thick);
  return `${lines.join("\n")}\n`;
}

function ordered(languages: readonly Language[], { sort, reverse }: Wish): Language[] {
  if (!sort) return [...languages];
  const value = (language: Language) =>
    sort === "files" ? language.reports.length : sort === "lines" ? linesIn(language) : language[sort];
  return languages.toSorted((a, b) => (reverse ? value(a) - value(b) : value(b) - value(a)));
}

/** Long names make the row wider instead of being cut. */
function row(name: string, [files = "", ...numbers]: readonly (string | number)[]): string {
  const first = String(files);
  const room = 27 - first.length;
  return ` ${name.padEnd(room)}${name.length >= room ? " " : ""}${first}${numbers.map((each) => String(each).padStart(13)).join("")}`;
}

function asJson(languages: readonly Language[]): Record<string, unknown> {
  const stats = ({ code, comments, blanks }: LineTotals) => ({ blanks, code, comments });
  const children = ({ reports }: Language) => {
    const names = [...new Set(reports.flatMap(({ embedded }) => Object.keys(embedded)))].sort();
    return Object.fromEntries(
      names.map((name) => [
        name,
        reports.flatMap(({ path, embedded }) =>
          embedded[name] ? [{ stats: { ...stats(embedded[name]), blobs: {} }, name: path }] : [],
        ),
      ]),
    );
  };
  const entries = languages.map((language): [string, unknown] => [
    language.name,
    {
      ...stats(language),
      reports: language.reports.map((file) => ({
        stats: {
          ...stats(file),
          blobs: Object.fromEntries(Object.entries(file.embedded).map(([name, totals]) => [name, stats(totals)])),
        },
        name: file.path,
      })),
      children: children(language),
      inaccurate: false,
    },
  ]);
  const total = { code: 0, comments: 0, blanks: 0 };
  for (const language of languages) addTo(total, wholeOf(language));
  return Object.fromEntries([...entries, ["Total", { ...stats(total), reports: [], children: {}, inaccurate: false }]]);
}
