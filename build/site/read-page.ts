/** Converts a Markdown file to HTML, with links between pages and sections for the search index. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { Marked, type Tokens } from "marked";
import { PUBLISHED } from "../publication.ts";

export interface Section {
  /** Anchor, "" before the first heading. */
  id: string;
  title: string;
  text: string;
}

export interface Page {
  file: string;
  title: string;
  html: string;
  /** Second-level headings. */
  outline: { id: string; title: string }[];
  sections: Section[];
  /** Paths relative to the repository. */
  pictures: string[];
}

/** `addressOf` returns undefined for a document without a page. */
export function readPage(top: string, file: string, addressOf: (file: string) => string | undefined): Page {
  const source = readFileSync(join(top, file), "utf8").replace(/<!-- .*? -->\n?/g, "");
  const page: Page = {
    file,
    title: file,
    html: "",
    outline: [],
    sections: [{ id: "", title: file, text: "" }],
    pictures: [],
  };
  const used = new Map<string, number>();
  const up = "../".repeat((addressOf(file) ?? "").split("/").length - 1);
  const marked = new Marked();
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const plain = plainText(text);
        const id = slugOf(plain, used);
        if (depth === 1 && page.title === file) page.title = plain;
        if (depth === 2) page.outline.push({ id, title: plain });
        page.sections.push({ id, title: plain, text: "" });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const target = targetOf(top, file, href, up, addressOf);
        return target === undefined ? words : `<a href="${escaped(target)}">${words}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const picture = normalize(join(dirname(file), href));
        page.pictures.push(picture);
        return `<img src="${up}${picture}" alt="${escaped(text)}">`;
      },
      table(token: Tokens.Table) {
        const cell = (each: Tokens.TableCell, tag: string) =>
          `<${tag}>${this.parser.parseInline(each.tokens)}</${tag}>`;
        const head = token.header.map((each) => cell(each, "th")).join("");
        const rows = token.rows.map((row) => `<tr>${row.map((each) => cell(each, "td")).join("")}</tr>`).join("\n");
        return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  page.html = marked.parse(source, { async: false });
  page.sections = sectionsOf(source, page);
  return page;
}

/** Plain text by section, for searching. */
function sectionsOf(source: string, page: Page): Section[] {
  const sections: Section[] = [{ id: "", title: page.title, text: "" }];
  const named = page.sections.slice(1);
  let fenced = false;
  for (const line of source.split("\n")) {
    if (/^(```|~~~)/.test(line)) fenced = !fenced;
    const heading = !fenced && /^#{1,6} /.test(line) ? named.shift() : undefined;
    if (heading) sections.push({ ...heading, text: "" });
    else {
      const last = sections.at(-1);
      if (last) last.text += `${plainText(line)} `;
    }
  }
  return sections.filter(({ text, id }) => id !== "" || text.trim() !== "");
}

function targetOf(
  top: string,
  file: string,
  href: string,
  up: string,
  addressOf: (file: string) => string | undefined,
): string | undefined {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = normalize(join(dirname(file), path)).replace(/\/$/, "");
  const page =
    addressOf(target) ??
    (existsSync(join(top, target, "README.md")) ? addressOf(join(target, "README.md")) : undefined);
  if (page !== undefined) return `${up}${page}${anchor ? `#${anchor}` : ""}`;
  // A file of the repository: where that is published; else its name must do.
  return PUBLISHED.repository ? `https://github.com/${PUBLISHED.repository}/blob/main/${target}` : undefined;
}

/** As GitHub makes anchors, so that links within the documents work in both places. */
function slugOf(title: string, used: Map<string, number>): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]|(?<!\w)_|_(?!\w)/g, "")
    .replace(/^\s*\|[\s|:-]*\|\s*$/, "")
    .replaceAll("|", " ")
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
