/**
 * Generates plugins/metrics/comment-rules.json from tokei's language table: `bun build/comment-syntax.ts <languages.json>
 * <version>`. The table is part of the tokei crate (MIT OR Apache-2.0). Put our own corrections in
 * plugins/metrics/language-forms.ts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

interface TokeiLanguage {
  name?: string;
  blank?: boolean;
  literate?: boolean;
  line_comment?: string[];
  multi_line_comments?: [string, string][];
  nested?: boolean;
  quotes?: [string, string][];
  verbatim_quotes?: [string, string][];
  doc_quotes?: [string, string][];
  extensions?: string[];
  filenames?: string[];
  env?: string[];
}

/** In jig's use, `.as` files are AngelScript rather than ActionScript. The comment syntax is the same. */
const RENAMED: Record<string, string> = { ActionScript: "AngelScript" };

const [source, version] = process.argv.slice(2);
if (!source || !version) {
  console.error("usage: bun build/comment-syntax.ts <languages.json> <version>");
  process.exit(2);
}

/** Quotes and backslashes are escaped twice, because tokei generates Rust code from this. */
const plain = (text: string) => text.replace(/\\(["\\])/g, "$1");
const pairs = (list: [string, string][] = []) => list.map(([open, close]) => [plain(open), plain(close)]);

const { languages } = JSON.parse(readFileSync(source, "utf8")) as { languages: Record<string, TokeiLanguage> };
const rows = Object.entries(languages).map(([key, language]) => {
  const row: Record<string, unknown> = { name: RENAMED[key] ?? language.name ?? key };
  const put = (name: string, list: unknown[]) => {
    if (list.length > 0) row[name] = list;
  };
  // In literate languages, text is content and not a comment.
  if (!language.literate) put("line", (language.line_comment ?? []).map(plain));
  if (!language.literate) put("block", pairs(language.multi_line_comments));
  if (language.nested) row.nested = true;
  put("quotes", pairs(language.quotes));
  put("verbatim", pairs(language.verbatim_quotes));
  put("long", pairs(language.doc_quotes));
  put("extensions", language.extensions ?? []);
  put("filenames", language.filenames ?? []);
  put("env", language.env ?? []);
  return JSON.stringify(row);
});

const notice = `Derived by build/comment-syntax.ts from languages.json of tokei ${version}, https://github.com/XAMPPRocky/tokei`;
writeFileSync(
  join(import.meta.dirname, "../plugins/metrics/comment-rules.json"),
  `{"notice":${JSON.stringify(notice)},\n"license":"comment-rules.LICENSE",\n"languages":[\n${rows.join(",\n")}\n]}\n`,
);
console.log(`${rows.length} languages`);
