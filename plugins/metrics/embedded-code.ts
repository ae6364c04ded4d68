/** Finds embedded code: fenced blocks in Markdown, Rust doc comments, scripts and styles in HTML. */
import { languageNamed } from "./metrics-languages.ts";

export interface Embedded {
  /** Text without the embedded lines. */
  rest: string;
  parts: { language: string; text: string }[];
}

export function embeddedIn(text: string, language: string): Embedded {
  if (language === "Markdown") return fences(text);
  if (language === "Rust") return docComments(text);
  if (language === "HTML" || language === "Vue" || language === "Svelte") return scripts(text);
  return { rest: text, parts: [] };
}

/** Only accepts full language names, like tokei. A fence marked `ts` counts as prose. */
function named(word: string): string | undefined {
  return word === "" ? undefined : languageNamed(word)?.name;
}

function fences(text: string): Embedded {
  const rest: string[] = [];
  const parts: Embedded["parts"] = [];
  let open: { mark: string; language: string | undefined; lines: string[] } | undefined;
  for (const line of linesOf(text)) {
    const [, mark = "", word = ""] = /^\s*(```+)([\w+#.-]*)/.exec(line) ?? [];
    if (open) {
      const closes = mark.startsWith(open.mark) && word === "";
      if (!closes) {
        (open.language === undefined ? rest : open.lines).push(line);
        continue;
      }
      if (open.language !== undefined) parts.push({ language: open.language, text: joined(open.lines) });
      open = undefined;
    } else if (mark !== "") open = { mark, language: named(word), lines: [] };
    rest.push(line);
  }
  if (open?.language !== undefined) parts.push({ language: open.language, text: joined(open.lines) });
  return { rest: joined(rest), parts };
}

function docComments(text: string): Embedded {
  const rest: string[] = [];
  const parts: Embedded["parts"] = [];
  let docs: string[] = [];
  const close = () => {
    if (docs.length > 0) parts.push({ language: "Markdown", text: joined(docs) });
    docs = [];
  };
  for (const line of linesOf(text)) {
    const doc = /^\s*\/\/[/!](?!\/)(.*)$/.exec(line)?.[1];
    if (doc === undefined) {
      close();
      rest.push(line);
    } else docs.push(doc);
  }
  close();
  return { rest: joined(rest), parts };
}

/** Values of `lang` and `type`. */
const SCRIPTS: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  typescript: "TypeScript",
  scss: "Sass",
  less: "LESS",
};

function scripts(text: string): Embedded {
  const rest: string[] = [];
  const parts: Embedded["parts"] = [];
  let open: { tag: string; language: string; lines: string[] } | undefined;
  for (const line of linesOf(text)) {
    if (open && line.toLowerCase().includes(`</${open.tag}`)) {
      if (open.lines.length > 0) parts.push({ language: open.language, text: joined(open.lines) });
      open = undefined;
    }
    if (open) {
      open.lines.push(line);
      continue;
    }
    rest.push(line);
    const [, tag = "", attributes = ""] = /<(script|style)\b([^>]*)>(?!.*<\/\1)/i.exec(line) ?? [];
    if (tag === "") continue;
    const written = /\b(?:lang|type)\s*=\s*["']?(?:text\/)?([\w+#-]+)/i.exec(attributes)?.[1] ?? "";
    const standard = tag.toLowerCase() === "script" ? "JavaScript" : "CSS";
    open = { tag: tag.toLowerCase(), language: SCRIPTS[written.toLowerCase()] ?? standard, lines: [] };
  }
  if (open) parts.push({ language: open.language, text: joined(open.lines) });
  return { rest: joined(rest), parts };
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
