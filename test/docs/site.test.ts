/** The generated site: internal links resolve, and the search finds what a reader would look for. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import MiniSearch from "minisearch";
import { writeSite } from "../../build/site.ts";
import { scratch } from "../jig.ts";

const site = join(scratch(), "site");
const pages = writeSite(site);

test("every link, picture and script of every page is there, and so is every anchor", () => {
  assert.ok(pages.length > 30);
  const textOf = new Map(pages.map((page) => [page, readFileSync(join(site, page), "utf8")]));
  let links = 0;
  for (const [page, text] of textOf) {
    for (const [, address] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^(https?|mailto):/.test(address!)) continue;
      const [path, anchor] = address!.split("#");
      const target = path === "" ? page : normalize(join(dirname(page), path!)).replaceAll("\\", "/");
      assert.ok(existsSync(join(site, target)), `${page} leads to ${address}, which is not there`);
      if (anchor)
        assert.ok(
          textOf.get(target)?.includes(`id="${anchor}"`),
          `${page} leads to ${address}, which has no such section`,
        );
      links++;
    }
  }
  assert.ok(links > 1000);
});

test("a page reads well by itself: a title, the list of pages with this one marked, both themes", () => {
  const text = readFileSync(join(site, "docs/clients.html"), "utf8");
  assert.match(text, /<title>Connecting a client · jig<\/title>/);
  assert.equal(text.match(/aria-current="page"/g)?.length, 1);
  const css = readFileSync(join(site, "site.css"), "utf8");
  assert.match(css, /color-scheme: light dark;/);
  assert.match(css, /data-theme="dark"/);
  assert.doesNotMatch(text, /<!-- /);
});

test("the search finds sections by what they say", () => {
  const source = readFileSync(join(site, "search-index.js"), "utf8")
    .replace(/^window\.searchIndex = /, "")
    .replace(/;\s*$/, "");
  const options = { fields: ["title", "text"], storeFields: ["title", "page"], idField: "address" };
  const index = MiniSearch.loadJS(JSON.parse(source), options);
  const found = (query: string) =>
    index.search(query, { prefix: true, combineWith: "AND", boost: { title: 3 } }).map(({ id }) => String(id));
  assert.ok(found("codex")[0]!.startsWith("docs/clients.html#"));
  assert.ok(found("PATH_OUTSIDE").some((address) => address.startsWith("docs/errors.html")));
  assert.ok(found("extract_code_section").length > 2);
});
