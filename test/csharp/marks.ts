/** Checks binding with marks in the source for declarations and uses. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { WorkerContext } from "../../core/host/plugin-api.ts";
import framework from "../../plugins/csharp/engine/framework-shapes.json" with { type: "json" };
import engine from "../../plugins/csharp/engine/unity-names.json" with { type: "json" };
import { UnityNames } from "../../plugins/csharp/engine/unity-names.ts";
import { encodeSegment, outlined } from "../../plugins/csharp/index/encode-segment.ts";
import { openSegment } from "../../plugins/csharp/index/segment.ts";
import { SymbolStore } from "../../plugins/csharp/index/symbol-store.ts";
import { FrameworkShapes } from "../../plugins/csharp/libraries/framework-shapes.ts";
import { NeedPackage, PackageTypes } from "../../plugins/csharp/libraries/package-types.ts";
import { candidatesIn, otherWords } from "../../plugins/csharp/queries/candidate-tokens.ts";
import { TokenClassifier } from "../../plugins/csharp/queries/classify-token.ts";
import { targetSteps } from "../../plugins/csharp/queries/related-members.ts";
import type { SemanticModel } from "../../plugins/csharp/semantics/semantic-model.ts";
import { SourceFile } from "../../plugins/csharp/semantics/source-file.ts";
import { OPAQUE, type TypeRef, UNKNOWN } from "../../plugins/csharp/semantics/type-ref.ts";
import { WorkspaceModel } from "../../plugins/csharp/semantics/workspace-model.ts";
import { type Grammar, loadGrammar } from "../../plugins/csharp/syntax/grammar.ts";

const MARK = /\/\*(@?)([\w,?>=]+(?: through \.Value)?)\*\//g;

export async function testGrammar(): Promise<Grammar> {
  const require = createRequire(import.meta.url);
  const packages: Record<string, string> = {
    "web-tree-sitter.wasm": "web-tree-sitter",
    "tree-sitter-c_sharp.wasm": "tree-sitter-c-sharp",
  };
  return await loadGrammar({
    bytes: async (name: string) => readFileSync(require.resolve(`${packages[name]}/${name}`)),
  } as Parameters<typeof loadGrammar>[0]);
}

/**
 * Checks all marks. `/*@a*` + `/Name` declares `a`; `/*a*` + `/Name` is a certain use, `/*a?*` + `/Name` a possible one, and there
 * must be no others. `/*a>Word*` + `/` refers to the next occurrence of that word; `/*a=write*` + `/Name` also checks the kind.
 * Each text is a file.
 */
export function checkMarks(grammar: Grammar, ...texts: string[]): void {
  checkMarksWith(grammar, {}, ...texts);
}

/** Same, with types from an assembly. */
export async function checkMarksBeside(grammar: Grammar, assembly: Uint8Array, ...texts: string[]): Promise<void> {
  const packages = new PackageTypes(["/cache/near.dll"]);
  const context = {
    files: { read: async () => assembly },
    clock: { sleep: async () => {} },
    signal: new AbortController().signal,
  } as unknown as WorkerContext;
  for (;;) {
    try {
      check(grammar, {}, packages, texts);
      return;
    } catch (need) {
      if (!(need instanceof NeedPackage)) throw need;
      await packages.load(need, context);
    }
  }
}

/** Same, with .NET's type tables. */
export function checkMarksInFramework(grammar: Grammar, ...texts: string[]): void {
  check(grammar, {}, new PackageTypes([], new FrameworkShapes(framework.types)), texts);
}

/** Same, with known `#if` symbols. */
export function checkMarksWith(grammar: Grammar, symbols: Record<string, boolean>, ...texts: string[]): void {
  check(grammar, symbols, undefined, texts);
}

function check(
  grammar: Grammar,
  symbols: Record<string, boolean>,
  packages: PackageTypes | undefined,
  texts: readonly string[],
): void {
  const { model, store, files, sources } = modelOf(grammar, symbols, texts, packages);
  const marked = new Map<string, { path: string; offset: number }>();
  const expected = new Map<string, string[]>();
  const kinds: { place: string; kind: string }[] = [];
  const usedAs = new Map<string, string>();
  for (const { path, text } of sources) {
    for (const mark of text.matchAll(MARK)) {
      const behind = mark.index + mark[0].length;
      for (const written of mark[2]!.split(",")) {
        const [id, word] = written.split(">") as [string, string?];
        // There can't be marks inside of a `cref`.
        const first = text.startsWith('cref="', behind) ? behind + 6 : behind;
        const end = word === undefined ? first : text.indexOf(word, first);
        if (mark[1] === "@") marked.set(id, { path, offset: end });
        else {
          const [name, kind] = id.replace("?", "").split("=") as [string, string?];
          const how = id.includes("?") ? "possible" : "certain";
          const place = placeOf(path, text, end);
          expected.set(name, [...(expected.get(name) ?? []), `${place} ${how}`]);
          if (kind !== undefined) kinds.push({ place: `${name} ${place}`, kind });
        }
      }
    }
  }
  for (const [id, { path, offset }] of marked) {
    const at = files.get(path)!.declarations.findIndex(({ nameStart }) => nameStart === offset);
    assert.ok(at >= 0, `mark ${id} stands before no declaration`);
    const found = store.ofFile(path).map((handle) => store.symbol(handle))[at]!;
    const targets = atOnce(targetSteps(model, [found], () => ""));
    const uses: string[] = [];
    for (const file of files.values()) {
      const classifier = new TokenClassifier(model, file, targets, found.name);
      const other = otherWords(model, file, targets, found.name);
      for (const candidate of candidatesIn(file.text, found.name, other, false)) {
        const { certainty, kind } = classifier.classify(candidate);
        if (certainty === "other" || kind === "declaration") continue;
        const place = placeOf(file.path, file.text, candidate.offset);
        uses.push(`${place} ${certainty}`);
        usedAs.set(`${id} ${place}`, kind);
      }
    }
    assert.deepEqual(uses, expected.get(id) ?? [], `uses of ${id}`);
  }
  for (const { place, kind } of kinds) assert.equal(usedAs.get(place), kind, place);
}

/** Model with all texts as files of one assembly. */
export function modelOf(
  grammar: Grammar,
  symbols: Record<string, boolean>,
  texts: readonly string[],
  packages?: PackageTypes,
) {
  const sources = texts.map((text, at) => ({ path: `/f${at}.cs`, text }));
  const store = new SymbolStore();
  const outlines = sources.map(({ path, text }) => ({ path, size: 1, mtimeMs: 1, ...outlined(text) }));
  store.add(openSegment(encodeSegment(outlines))!);
  const files = new Map(sources.map(({ path, text }) => [path, new SourceFile(path, text, "", grammar)]));
  const model = new WorkspaceModel({
    store,
    files,
    complete: true,
    sees: () => true,
    assemblyOf: () => "",
    engine: new UnityNames(engine),
    packages,
    isDefined: (_, name) => symbols[name],
  });
  return { model, store, files, sources };
}

/** Resolves types as seen from the last declaration in a text. `Unknown` is an unknown type, `Opaque` one from another assembly. */
export function typesIn(grammar: Grammar, text: string): { model: SemanticModel; type: (written: string) => TypeRef } {
  const { model, files } = modelOf(grammar, {}, [text]);
  const [file] = [...files.values()];
  const scope = { file: file!, index: file!.declarations.length - 1 };
  return { model, type: (written) => withUnknown(model.resolveText(written.trim(), scope)) };
}

function withUnknown(type: TypeRef): TypeRef {
  if (type.is === "external" && type.name === "Unknown") return UNKNOWN;
  if (type.is === "external" && type.name === "Opaque") return OPAQUE;
  if (type.is === "array") return { ...type, element: withUnknown(type.element) };
  if (type.is === "tuple")
    return { ...type, elements: type.elements.map((each) => ({ ...each, type: withUnknown(each.type) })) };
  return type.is === "type" || type.is === "external" ? { ...type, args: type.args.map(withUnknown) } : type;
}

function placeOf(path: string, text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = text.slice(before.lastIndexOf("\n") + 1).split("\n")[0]!;
  return `${path}:${before.split("\n").length} ${line.trim()} @${offset - before.lastIndexOf("\n")}`;
}

/** No need to wait for files here. */
function atOnce<Answer>(steps: Generator<() => void, Answer, void>): Answer {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    value();
  }
}
