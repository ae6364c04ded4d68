/** Page template: navigation, search, dark mode. */
import type { Page } from "./read-page.ts";

export interface Group {
  title: string;
  pages: { address: string; title: string }[];
}

export function frame(page: Page, address: string, groups: readonly Group[]): string {
  const up = "../".repeat(address.split("/").length - 1);
  const here = (each: string) => (each === address ? ' aria-current="page"' : "");
  const list = groups
    .map(
      ({ title, pages }) =>
        `<h2>${title}</h2><ul>${pages.map((each) => `<li><a href="${up}${each.address}"${here(each.address)}>${each.title}</a></li>`).join("")}</ul>`,
    )
    .join("\n");
  const outline = page.outline.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title === "jig" ? "jig" : `${page.title} · jig`}</title>
<link rel="stylesheet" href="${up}site.css">
<script>document.documentElement.dataset.theme = (() => { try { return localStorage.getItem("theme") ?? ""; } catch { return ""; } })();</script>
</head>
<body data-up="${up}">
<header>
<a class="home" href="${up}index.html">jig</a>
<div class="search"><input type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off"><ol hidden></ol></div>
<button type="button" class="theme" aria-label="Light or dark">◐</button>
</header>
<nav aria-label="Pages">${list}</nav>
<main>${page.html}</main>
<aside aria-label="On this page">${outline ? `<h2>On this page</h2><ul>${outline}</ul>` : ""}</aside>
<script src="${up}minisearch.js" defer></script>
<script src="${up}search-index.js" defer></script>
<script src="${up}site.js" defer></script>
</body>
</html>
`;
}
