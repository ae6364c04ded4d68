/** Ten questions about each of five unfamiliar repositories, answered on screen after at most three keys (a word counts as one). */
import type { Journey } from "./journeys.ts";
import type { Project } from "./thirty-journeys.ts";

interface Known {
  language: string;
  start: string;
  tests: string;
  large: string;
  /** A declaration with its kind and file. */
  symbol: string;
  kind: string;
  file: string;
  /** A file that uses it. */
  user: string;
  /** A function, and a file that calls it. */
  called: string;
  caller: string;
  /** A text, and a file that contains it. */
  text: string;
  has: string;
}

/** A row in the overview, at any screen width. */
const row = (tag: string, ...words: string[]) =>
  new RegExp(`${tag} [\\s\\S]*${words.map((word) => word.replaceAll(".", "\\.")).join("[\\s\\S]*")}`);

function questions(known: Known): Journey[] {
  const home = (title: string, shows: RegExp): Journey => ({ title, ask: "", shows, hops: [] });
  return [
    home("what is it written in?", row("language", known.language)),
    home("where does it start?", row("start", known.start)),
    home("where are the tests?", row("test", known.tests, "files")),
    home("what changed lately?", /changed [\s\S]*20\d\d-\d\d-\d\d/),
    home("what is big?", row("large", known.large, "kB|MB")),
    home("what is left to do?", /todo [\s\S]*(?:TODO|FIXME|HACK|XXX)/),
    {
      title: "where is this declared?",
      ask: `@${known.symbol}`,
      shows: new RegExp(`code +${known.symbol} +${known.kind}[\\s\\S]*${known.file.replaceAll(".", "\\.")}`),
      hops: [{ keys: ["enter"], shows: new RegExp(`▶ +\\d+ │.*${known.symbol}`) }],
    },
    {
      title: "who uses it?",
      ask: `@${known.symbol}`,
      shows: new RegExp(`code +${known.symbol} `),
      hops: [{ keys: ["alt+r"], shows: new RegExp(`references[\\s\\S]*${known.user.replaceAll(".", "\\.")}`) }],
    },
    {
      title: "who calls this?",
      ask: `@${known.called}`,
      shows: new RegExp(`code +${known.called} `),
      hops: [{ keys: ["alt+i"], shows: new RegExp(`▾ [\\s\\S]*${known.caller.replaceAll(".", "\\.")}`) }],
    },
    {
      title: "where does this text come from?",
      ask: `#${known.text}`,
      shows: new RegExp(`text +[\\s\\S]*${known.has.replaceAll(".", "\\.")}`),
      hops: [{ keys: ["enter"], shows: new RegExp(`▶ +\\d+ │.*${known.text}`, "i") }],
    },
  ];
}

export const STRANGERS: Project[] = [
  {
    name: "jesseduffield+lazygit",
    args: [],
    journeys: questions({
      ...{ language: "Go", start: "main.go", tests: "pkg/commands/", large: "english.go" },
      ...{ symbol: "RefreshHelper", kind: "struct", file: "refresh_helper.go", user: "background.go" },
      ...{
        called: "NewRefreshHelper",
        caller: "controllers.go",
        text: "Squash commits",
        has: "outside_rebase_range_select.go",
      },
    }),
  },
  {
    name: "helix-editor+helix",
    args: [],
    journeys: questions({
      ...{ language: "Rust", start: "helix-term/src/main.rs", tests: "helix-term/tests/", large: "commands.rs" },
      ...{ symbol: "Editor", kind: "struct", file: "editor.rs", user: "application.rs" },
      ...{ called: "goto_buffer", caller: "typed.rs", text: "Yank selection", has: "commands.rs" },
    }),
  },
  {
    name: "psf+black",
    args: [],
    journeys: questions({
      ...{ language: "Python", start: "src/black/__init__.py", tests: "tests/", large: "mix_huge.py" },
      ...{ symbol: "LinesBlock", kind: "class", file: "lines.py", user: "lines.py" },
      ...{ called: "lib2to3_parse", caller: "debug.py", text: "would be left unchanged", has: "report.py" },
    }),
  },
  {
    name: "jqlang+jq",
    args: [],
    journeys: questions({
      ...{ language: "C", start: "main.c", tests: "tests/", large: "\\.[ch]" },
      ...{ symbol: "jv_parse", kind: "function", file: "jv_parse.c", user: "jq_test.c" },
      ...{ called: "jv_parse_sized", caller: "jv_parse.c", text: "Unfinished JSON term", has: "jv_parse.c" },
    }),
  },
  {
    name: "pmndrs+zustand",
    args: [],
    journeys: questions({
      ...{ language: "TypeScript", start: "src/index.ts", tests: "tests/", large: "devtools.ts" },
      ...{ symbol: "useStore", kind: "function", file: "react.ts", user: "react.ts" },
      ...{
        called: "createJSONStorage",
        caller: "persistAsync.test.tsx",
        text: "finishHydrationListeners = new",
        has: "persist.ts",
      },
    }),
  },
];
