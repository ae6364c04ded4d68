/**
 * Generates `plugins/csharp/engine/framework-shapes.json`, for binding .NET calls without the assemblies:
 *
 *     bun build/make-framework-shapes.ts FOLDER VERSION
 *
 * FOLDER has the assemblies of the shared framework. We only store public types, their bases, and parameter and return types of
 * members.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readAssembly } from "../plugins/csharp/libraries/assembly-file.ts";
import { namespacesOf, shapeHead, shapeText } from "../plugins/csharp/libraries/shape-text.ts";
import type { AssemblyShape } from "../plugins/csharp/libraries/shapes.ts";
import { FRAMEWORK_NAMESPACES } from "./dotnet-namespaces.ts";
import { byKey } from "./public-types.ts";

const [folder, version] = process.argv.slice(2);
if (folder === undefined || version === undefined)
  throw new Error("usage: bun build/make-framework-shapes.ts FOLDER VERSION");
/** Public types by full name. Code can't refer to other bases. */
const publicNames = new Set<string>();
const shapes = new Map<string, Map<string, AssemblyShape>>();
for (const file of readdirSync(folder).sort()) {
  const assembly = /^(?:System\.(?!CommandLine)|mscorlib).*\.dll$/.test(file)
    ? readAssembly(readFileSync(join(folder, file)))
    : undefined;
  for (const name of new Set(assembly?.names() ?? []))
    for (const shape of assembly?.shapesNamed(name) ?? []) {
      publicNames.add(`${shape.namespace}.${name}`);
      const parts = shape.namespace.split(".");
      if (!FRAMEWORK_NAMESPACES.test(parts.slice(0, parts.length - shape.depth).join("."))) continue;
      const named = shapes.get(name) ?? new Map<string, AssemblyShape>();
      shapes.set(name, named.set(`${shape.namespace}\`${shape.arity}`, shape));
    }
}
const heads = new Map([...shapes].map(([name, named]) => [name, [...named.values()].map(shapeHead)]));
const namespaceOf = namespacesOf((name) => heads.get(name) ?? []);
const lines = [...shapes]
  .sort(byKey)
  .flatMap(([, named]) =>
    [...named.values()].map((shape) => JSON.stringify(shapeText(withPublicBases(shape), namespaceOf))),
  );
const note =
  "Public types of .NET with the types that their members take and give; made by build/make-framework-shapes.ts.";
const head = JSON.stringify({ note, version, licence: "MIT" }).slice(0, -1);
writeFileSync(
  new URL("../plugins/csharp/engine/framework-shapes.json", import.meta.url),
  `${head},"types":[\n${lines.join(",\n")}]}\n`,
);

function withPublicBases(shape: AssemblyShape): AssemblyShape {
  return {
    ...shape,
    bases: shape.bases.filter((base) => base.is === "named" && publicNames.has(`${base.namespace}.${base.name}`)),
  };
}
