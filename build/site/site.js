/* The search and the switch of the site; everything else works without a script. */
(() => {
  const root = document.documentElement;
  document.querySelector(".theme").addEventListener("click", () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {} // Without storage it lasts as long as the page.
  });
  const options = { fields: ["title", "text"], storeFields: ["title", "page"], idField: "address" };
  const index = MiniSearch.loadJS(window.searchIndex, options);
  const input = document.querySelector("input[type=search]");
  const list = document.querySelector(".search ol");
  const show = () => {
    const found = index
      .search(input.value, { prefix: true, fuzzy: 0.15, boost: { title: 3 }, combineWith: "AND" })
      .slice(0, 12);
    list.replaceChildren(
      ...found.map(({ id, title, page }) => {
        const link = Object.assign(document.createElement("a"), { href: document.body.dataset.up + id });
        link.append(title, Object.assign(document.createElement("small"), { textContent: page === title ? "" : page }));
        const row = document.createElement("li");
        row.append(link);
        return row;
      }),
    );
    list.hidden = found.length === 0;
  };
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
    if (event.key === "Escape") list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    input.value = asked;
    show();
  }
})();
