/** Generates a static documentation site: `bun build/site.ts [folder]`, by default in dist/site. It works from disk too, including search. */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path/posix";
import MiniSearch from "minisearch";
import { frame, type Group } from "./site/page-frame.ts";
import { type Page, readPage } from "./site/read-page.ts";

const TOP = join(import.meta.dirname, "..");
const ASSETS = join(import.meta.dirname, "site");

/** Navigation order. Other pages follow, grouped by folder. */
const GROUPS: readonly { title: string; files: readonly string[] }[] = [
  { title: "Begin", files: ["README.md", "docs/install.md", "docs/clients.md", "docs/evidence.md"] },
  {
    title: "Use",
    files: [
      "docs/explorer.md",
      "docs/views.md",
      "docs/journeys.md",
      "docs/command-line.md",
      "docs/configuration.md",
      "docs/serve.md",
      "docs/zoekt.md",
      "docs/unity-doctor.md",
      "docs/tools.md",
      "docs/errors.md",
    ],
  },
  {
    title: "Extend",
    files: [
      "docs/plugins.md",
      "docs/generated/plugin-manifest.md",
      "docs/versioning.md",
      "docs/generated/changed-messages.md",
    ],
  },
  { title: "Built-in plugins", files: filesIn("plugins", /^[^/]+\/README\.md$/) },
  { title: "Contracts", files: filesIn("docs/contracts", /\.md$/) },
  {
    title: "Measured",
    files: [
      "docs/performance.md",
      "docs/tokens.md",
      "docs/csharp-truth.md",
      "docs/angelscript-truth.md",
      "docs/unity-truth.md",
      "docs/unity-questions.md",
    ],
  },
  {
    title: "Project",
    files: [
      "docs/architecture.md",
      "docs/deno.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "CODE_OF_CONDUCT.md",
      "CHANGELOG.md",
    ],
  },
];

function filesIn(folder: string, wanted: RegExp): string[] {
  const all = readdirSync(join(TOP, folder), { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  return all
    .filter((file) => wanted.test(file))
    .sort()
    .map((file) => join(folder, file));
}

/** `README.md` becomes `index.html`, `docs/install.md` becomes `docs/install.html`. */
export function addressOf(file: string): string {
  if (file === "README.md") return "index.html";
  return file.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");
}

/** Returns the written pages. */
export function writeSite(out: string): string[] {
  rmSync(out, { recursive: true, force: true });
  const listed = GROUPS.flatMap(({ files }) => files);
  const unlisted = filesIn("docs", /\.md$/).filter((file) => !listed.includes(file));
  if (unlisted.length > 0) throw new Error(`No group of the site names ${unlisted.join(", ")}`);
  const known = new Set(listed);
  const pages = new Map<string, Page>(
    listed.map((file) => [file, readPage(TOP, file, (path) => (known.has(path) ? addressOf(path) : undefined))]),
  );
  const groups: Group[] = GROUPS.map(({ title, files }) => ({
    title,
    pages: files.map((file) => ({ address: addressOf(file), title: pages.get(file)!.title })),
  }));
  const written = [...pages].map(([file, page]) => {
    const address = addressOf(file);
    write(join(out, address), frame(page, address, groups));
    for (const picture of page.pictures) {
      mkdirSync(dirname(join(out, picture)), { recursive: true });
      copyFileSync(join(TOP, picture), join(out, picture));
    }
    return address;
  });
  for (const asset of ["site.css", "site.js"]) copyFileSync(join(ASSETS, asset), join(out, asset));
  copyFileSync(
    createRequire(import.meta.url)
      .resolve("minisearch")
      .replace(/[^/\\]+[/\\][^/\\]+$/, "umd/index.js"),
    join(out, "minisearch.js"),
  );
  write(join(out, "search-index.js"), `window.searchIndex = ${JSON.stringify(indexOf(pages))};\n`);
  return written;
}

function indexOf(pages: ReadonlyMap<string, Page>): object {
  const search = new MiniSearch({ fields: ["title", "text"], storeFields: ["title", "page"], idField: "address" });
  for (const [file, page] of pages)
    for (const { id, title, text } of page.sections)
      search.add({ address: id ? `${addressOf(file)}#${id}` : addressOf(file), page: page.title, title, text });
  return search.toJSON();
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (import.meta.main) {
  const out = process.argv[2] ?? join(TOP, "dist", "site");
  console.log(`${writeSite(out).length} pages in ${relative(process.cwd(), out) || basename(out)}`);
}
