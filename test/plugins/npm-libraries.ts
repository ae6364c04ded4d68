/**
 * npm libraries in handlers, bundled by `jig plugin build`: sandboxed with and without Deno, compared with plain Bun. Needs the npm
 * registry, so it isn't a test: `bun test/plugins/npm-libraries.ts` updates docs/plugins.md.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, JIG, scratch, TOP } from "../jig.ts";

/** Import, and an expression with a JSON result. */
const LIBRARIES: [name: string, imports: string, expression: string][] = [
  ["lodash", 'import _ from "lodash"', '_.groupBy(["one", "two", "three"], "length")'],
  ["zod", 'import { z } from "zod"', 'z.object({ a: z.number() }).safeParse({ a: "x" }).success'],
  ["ajv", 'import Ajv from "ajv"', 'new Ajv().validate({ type: "object", required: ["a"] }, { a: 1 })'],
  ["semver", 'import semver from "semver"', 'semver.maxSatisfying(["1.2.3", "1.9.0", "2.0.0"], "^1.2")'],
  ["uuid", 'import { v5, validate } from "uuid"', '[v5("jig", v5.DNS), validate("x")]'],
  ["nanoid", 'import { nanoid } from "nanoid"', "nanoid(12).length"],
  ["dayjs", 'import dayjs from "dayjs"', 'dayjs("2026-01-31T00:00:00Z").add(1, "month").toISOString()'],
  [
    "date-fns",
    'import { formatISO, addDays } from "date-fns"',
    'formatISO(addDays(new Date(2026, 0, 1), 40), { representation: "date" })',
  ],
  ["yaml", 'import { parse } from "yaml"', 'parse("a: [1, &x 2, *x]\\nb: {c: null}")'],
  [
    "fast-xml-parser",
    'import { XMLParser } from "fast-xml-parser"',
    "new XMLParser({ ignoreAttributes: false }).parse(\"<a b='1'><c>2</c></a>\")",
  ],
  ["csv-parse", 'import { parse } from "csv-parse/sync"', 'parse("a,b\\n1,\\"x,y\\"", { columns: true })'],
  ["marked", 'import { marked } from "marked"', 'marked.parse("# One\\n\\n* two `three`")'],
  [
    "cheerio",
    'import { load } from "cheerio"',
    'load("<ul><li>a<li>b</ul>")("li").map((_, each) => each.children[0].data).get()',
  ],
  [
    "handlebars",
    'import Handlebars from "handlebars"',
    'Handlebars.compile("{{#each a}}<{{this}}>{{/each}}")({ a: ["1", "&"] })',
  ],
  [
    "minimatch",
    'import { minimatch } from "minimatch"',
    '["a/b.ts", "a/c/d.ts", "b.js"].filter((each) => minimatch(each, "a/**/*.ts"))',
  ],
  ["diff", 'import { diffLines } from "diff"', 'diffLines("a\\nb\\n", "a\\nc\\n")'],
  ["immer", 'import { produce } from "immer"', "produce({ a: [1] }, (draft) => void draft.a.push(2))"],
  [
    "p-limit",
    'import pLimit from "p-limit"',
    "await Promise.all([1, 2, 3].map((each) => limit(async () => each * 2)))",
  ],
  ["acorn", 'import { parse } from "acorn"', 'parse("let a = 1", { ecmaVersion: 2022 }).body[0].type'],
  [
    "@babel/parser",
    'import { parse } from "@babel/parser"',
    'parse("const a: number = 1", { plugins: ["typescript"] }).program.body[0].kind',
  ],
];

const BEFORE: Record<string, string> = { "p-limit": "const limit = pLimit(2);" };
const DENO = join(TOP, "node_modules", "deno");

const rows: string[][] = [];
for (const [name, imports, expression] of LIBRARIES.filter(([each]) => !process.argv[2] || each === process.argv[2]))
  rows.push(tried(name, imports, expression));
const table = [["library", "bundle", "without Deno", "with Deno"], ["---", "---:", "---", "---"], ...rows].map(
  (row) => `| ${row.join(" | ")} |`,
);
const guide = join(TOP, "docs", "plugins.md");
const text = readFileSync(guide, "utf8");
writeFileSync(
  guide,
  text.replace(
    /<!-- libraries -->[\s\S]*<!-- \/libraries -->/,
    `<!-- libraries -->\n${table.join("\n")}\n<!-- /libraries -->`,
  ),
);
console.log(table.join("\n"));

function tried(name: string, imports: string, expression: string): string[] {
  const tool = "try_it";
  const code = `${imports};\n${BEFORE[name] ?? ""}\nexport const answer = async () => ${expression.startsWith("await ") ? expression.slice(6) : expression};\n`;
  const folder = scratch({
    "package.json": JSON.stringify({ private: true, dependencies: { [name]: "*" } }),
    "library.ts": code,
    "try-it.ts":
      'import { answer } from "./library.ts";\nexport default async () => ({ value: { answer: await answer() } });\n',
    "plugin.ts": `export default ${JSON.stringify({
      name: "try-it",
      version: "1.0.0",
      title: "Try it",
      description: "Tries a library.",
      host: "^1",
      tools: {
        [tool]: {
          title: "Try it",
          description: "Tries a library and says what it answers.",
          effect: "read",
          input: { type: "object" },
          handler: "./try-it.ts",
        },
      },
    })};\n`,
  });
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], folder);
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
  const alone = run(
    "bun",
    ["-e", 'import { answer } from "./library.ts"; console.log(JSON.stringify({ answer: await answer() }))'],
    folder,
  );
  const asked = run(JIG, ["plugin", "build", folder], folder, [0, 1]);
  const hash = /--hash ([0-9a-f]{16,64})/.exec(asked)?.[1];
  const said = run(JIG, ["plugin", "build", folder, "--hash", hash ?? ""], folder, [0, 1, 2]);
  if (!/was built/.test(said)) console.error(asked, said);
  if (!/was built/.test(said)) return [`${name} ${version}`, "fails", "", ""];
  const { length } = readFileSync(join(folder, "bundle", "try-it.js"));
  const called = (path: string) => {
    const answer = run(
      JIG,
      ["call", tool, "--as", "json", "--plugins", folder, "--root", folder],
      folder,
      [0, 1, 2],
      path,
    );
    return answer.trim() === alone.trim() ? "same" : `differs: ${answer.slice(0, 200).replace(/\s+/g, " ")}`;
  };
  const { PATH = "" } = process.env;
  const without = PATH.split(":").filter((each) => !each.includes("node_modules"));
  return [
    `${name} ${version}`,
    `${Math.round(length / 1024)} kB`,
    called(without.join(":")),
    called([DENO, ...without].join(":")),
  ];
}

function run(command: string, args: string[], cwd: string, codes = [0], PATH = process.env.PATH ?? ""): string {
  const ran = spawnSync(command, args, { cwd, env: { ...environment(), PATH }, encoding: "utf8" });
  if (!codes.includes(ran.status ?? -1)) throw new Error(`${command} ${args.join(" ")}: ${ran.stderr}`);
  return ran.stdout + ran.stderr;
}
