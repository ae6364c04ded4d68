/** A plugin that uses packages of npm. */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { runJig, scratch, TOP } from "../jig.ts";

/** A plugin with these packages installed. `code` is its handler. */
export function plugin(code: string, packages: readonly string[]): string {
  const dependencies = Object.fromEntries(packages.map((name) => [name, "*"]));
  const folder = join(
    scratch({
      "uses/package.json": JSON.stringify({ private: true, dependencies: { ...dependencies, own: "*" } }),
      "uses/src/use.ts": code,
      "uses/node_modules/own/package.json": JSON.stringify({
        name: "own",
        version: "1.2.3",
        license: "MIT",
        main: "own.js",
      }),
      "uses/node_modules/own/LICENSE": "Do what you like.\n",
      "uses/node_modules/own/own.js": "module.exports = { own: (text) => text.toUpperCase() };\n",
      "uses/plugin.ts": `export default ${JSON.stringify({
        name: "uses",
        version: "1.0.0",
        title: "Uses packages",
        description: "Uses packages of npm.",
        host: "^1",
        tools: {
          use: {
            title: "Use",
            description: "Answers what packages of npm make of a text.",
            effect: "read",
            input: { type: "object", properties: { text: { type: "string", description: "Any" } }, required: ["text"] },
            handler: "./src/use.ts",
          },
        },
      })};\n`,
    }),
    "uses",
  );
  for (const name of packages)
    cpSync(join(TOP, "node_modules", name), join(folder, "node_modules", name), { recursive: true, dereference: true });
  // npm creates links too.
  mkdirSync(join(folder, "node_modules", ".bin"));
  symlinkSync("../own/own.js", join(folder, "node_modules", ".bin", "own"));
  return folder;
}

export function build(folder: string) {
  const asked = runJig(["plugin", "build", folder]);
  const hash = /--hash ([0-9a-f]+)/.exec(asked.stderr)?.[1] ?? "";
  return runJig(["plugin", "build", folder, "--hash", hash]);
}
