/**
 * Generates the kit for `jig plugin new` from core/host/plugin-api.ts: `jig.d.ts` (compiler) and `jig.js` (bundler). Types inferred
 * from the manifest schema are expanded, with descriptions as comments.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { typeOf } from "../core/authoring/schema-types.ts";
import * as contributionSchemas from "../core/host/contract/contributions-schema.ts";
import * as outputSchemas from "../core/host/contract/output-schema.ts";
import * as pluginSchemas from "../core/host/contract/plugin-schema.ts";
import type { JsonSchema } from "../core/host/frontend-api.ts";
import { KIT_FILES, KIT_FOLDER } from "../core/host/runtime/source-assets.ts";

const TOP = join(import.meta.dirname, "..");
const FACE = "core/host/plugin-api.ts";

/** A statement in a declaration file, with its comment. */
interface Statement {
  text: string;
  /** Undefined for imports and re-exports. */
  name: string | undefined;
}

/** Also writes to the location used when running from source. Returns the paths. */
export async function writePluginKit(): Promise<Record<(typeof KIT_FILES)[number], string>> {
  mkdirSync(KIT_FOLDER, { recursive: true });
  const [types, values] = [join(KIT_FOLDER, KIT_FILES[0]), join(KIT_FOLDER, KIT_FILES[1])];
  const statements = shown();
  writeFileSync(types, `${statements.map(({ text }) => text).join("\n")}\n`);
  const names = statements.flatMap(({ text, name }) =>
    /^export declare (?:const|function|class) /m.test(text) ? (name ?? []) : [],
  );
  writeFileSync(values, await bundle(names));
  return { "jig.d.ts": types, "jig.js": values };
}

/** Exports that don't need a package, so plugins on disk can use them. */
function shown(): Statement[] {
  const folder = mkdtempSync(join(tmpdir(), "jig-types-"));
  try {
    const project = { extends: join(TOP, "tsconfig.json"), files: [join(TOP, FACE)], include: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
    const flags = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", TOP, "--outDir", folder];
    const tsc = join(TOP, "node_modules", ".bin", process.platform === "win32" ? "tsc.exe" : "tsc");
    execFileSync(tsc, ["-p", folder, "--typeRoots", join(TOP, "node_modules"), ...flags], { stdio: ["ignore", 2, 2] });
    return withoutPackages(declarations(folder, FACE, undefined).map(writtenOut).map(withoutNode));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A plugin compiles without the types of Node. */
function withoutNode({ text, name }: Statement): Statement {
  return { name, text: text.replace(/: Buffer\b/g, ": Uint8Array") };
}

/** Declarations of a file and its re-exports, optionally limited to some names. */
function declarations(folder: string, file: string, only: readonly string[] | undefined): Statement[] {
  const text = readFileSync(join(folder, file.replace(/\.ts$/, ".d.ts")), "utf8");
  return statementsOf(text).flatMap((statement) => {
    const from = /^export (?:type )?(\*|\{[^}]*\}) from "(\.[^"]*)";$/m.exec(statement.text);
    if (from) {
      const [, exported = "", source = ""] = from;
      const names =
        exported === "*"
          ? undefined
          : exported
              .slice(1, -1)
              .split(",")
              .map((name) => name.trim().replace(/^type /, ""));
      return declarations(folder, join(dirname(file), source), names);
    }
    return statement.name !== undefined && (only?.includes(statement.name) ?? true) ? [statement] : [];
  });
}

/** Relies on the compiler's formatting: statements start at column 0 and end with the closing bracket's line. */
function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let lines: string[] = [];
  let comment = false;
  for (const line of text.split("\n")) {
    if (lines.length === 0 && line.trim() === "") continue;
    lines.push(line);
    if (line.startsWith("/*")) comment = true;
    if (comment) {
      if (line.endsWith("*/")) comment = false;
      continue;
    }
    if (/^\s/.test(line) || !/[;}]$/.test(line)) continue;
    const whole = lines.join("\n");
    const name = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|const|function|class) (\w+)/m.exec(
      whole,
    )?.[1];
    statements.push({ text: whole, name });
    lines = [];
  }
  return statements;
}

/** Expands a type inferred from a schema. Others are unchanged. */
function writtenOut(statement: Statement): Statement {
  const inferred = /^export (interface|type) (\w+(?:<.*>)?) (?:extends|=) v\.InferInput<.*?typeof (\w+)>+/m.exec(
    statement.text,
  );
  if (!inferred) return statement;
  const [head, kind, name, schemaName = ""] = inferred;
  const schemas: Record<string, unknown> = {
    ...outputSchemas,
    ...contributionSchemas,
    ...pluginSchemas,
    permissions: pluginSchemas.permissions(v.string()),
  };
  const schema = schemas[schemaName];
  // Keep types of built-in modules unless they need a package.
  if (typeof schema !== "object") return statement;
  const type = typeOf(
    toJsonSchema(schema as never, { typeMode: "input", target: "draft-2020-12", errorMode: "ignore" }) as JsonSchema,
  );
  const own = statement.text.slice(statement.text.indexOf(head) + head.length).replace(/^ \{\n|\}$/g, "");
  const text =
    kind === "type" ? `export type ${name} = ${type};` : `export interface ${name} ${type.replace("\n", `\n${own}`)}`;
  return { ...statement, text };
}

function withoutPackages(statements: readonly Statement[]): Statement[] {
  // Function names don't count, because a property may have the same name.
  const types = (removed: readonly Statement[]) =>
    removed.filter(({ text }) => /^export (?:interface|type|declare class) /m.test(text));
  const needs = (removed: readonly Statement[]) =>
    new RegExp(
      `\\b(?:${types(removed)
        .map(({ name }) => name)
        .join("|")})\\b`,
    );
  const code = ({ text }: Statement) => text.replace(/\/\*[\s\S]*?\*\//g, "");
  // valibot is always imported as `v`.
  let left = statements.filter((each) => !/\bv\./.test(code(each)));
  for (let removed = statements.filter((each) => !left.includes(each)); types(removed).length > 0; ) {
    const pattern = needs(removed);
    const before = left;
    left = before.filter((each) => !pattern.test(code(each)));
    removed = before.filter((each) => !left.includes(each));
  }
  return left;
}

/** Bundles these values and their dependencies into one module that only imports Node's modules. */
async function bundle(names: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "jig-kit-"));
  try {
    const entry = join(folder, "jig.ts");
    writeFileSync(entry, `export { ${names.join(", ")} } from ${JSON.stringify(join(TOP, FACE))};\n`);
    const result = await Bun.build({ entrypoints: [entry], target: "node", format: "esm" });
    const text = await result.outputs[0]!.text();
    const [external] = [...text.matchAll(/^import .* from "(?!node:(?:buffer|crypto|path)")([^"]*)";$/gm)];
    if (!result.success || external) throw new Error(`jig.js would import ${external?.[1]}: a plugin has no packages`);
    return `// What built-in plugins import of jig's API as values, for yours: written by \`jig plugin new\` and \`build\`.\n${text}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(Object.values(await writePluginKit()).join("\n"));
