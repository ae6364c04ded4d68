/**
 * Tells whether a place in a file is code, a comment or a string, and whether a name is called or written. This is a job for a
 * worker.
 */
import { Language as Grammar, Parser } from "web-tree-sitter";
import { JigError, TimeSlice, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type CodeNode, codeTree } from "./code-tree.ts";
import { kindOfUse, type UseKind } from "./kind-of-use.ts";
import { isOfLanguage, STRUCTURE_LANGUAGES } from "./structure-languages.ts";

/** The kind of a place. Calls and writes are special cases of code. */
export type PlaceKind = "code" | "comment" | "string" | UseKind;

export interface PlacesJob {
  path: string;
  /** The places. Lines start at 1, and columns start at 0 and are in UTF-16 units. */
  places: (readonly [line: number, column: number])[];
}

/** One kind for each place, or the reason why the file could not be read. */
export type PlacesAnswer = { kinds: PlaceKind[] } | { problem: string };

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PARSE_MS = 10_000;
const WORKING_MS = 40;

const COMMENT = /comment/;
const STRING = /string|heredoc_body|char(?:acter)?_literal|rune_literal|jsx_text/;
/** Code that is embedded in a string. */
const HOLE = /substitution|interpolat(?:ion|ed_expression)|expansion/;

export default async function kindsOfPlaces(jobs: PlacesJob[], context: WorkerContext): Promise<PlacesAnswer[]> {
  const { clock, signal } = context;
  const slice = new TimeSlice({ ms: WORKING_MS, clock, signal });
  const answers: PlacesAnswer[] = [];
  for (const { path, places } of jobs) {
    await slice.check();
    const language = STRUCTURE_LANGUAGES.find((each) => isOfLanguage(path, each));
    if (!language) {
      answers.push({ problem: "no grammar can read it" });
      continue;
    }
    try {
      const { text } = await context.files.readText(path, { maxBytes: MAX_BYTES });
      const parsers = await context.keep("parsers", () => new Map<string, Promise<Parser>>());
      const loading = parsers.get(language.grammar) ?? load(language.grammar, context);
      parsers.set(language.grammar, loading);
      const parser = await loading;
      const end = clock.monotonic() + MAX_PARSE_MS;
      const tree = parser.parse(text, null, { progressCallback: () => clock.monotonic() > end });
      if (!tree) {
        parser.reset();
        answers.push({ problem: "it takes too long to parse" });
        continue;
      }
      const root = codeTree(tree);
      const starts = lineStarts(text);
      const kinds: PlaceKind[] = [];
      for (const [line, column] of places) {
        kinds.push(kindAt(root, (starts[line - 1] ?? 0) + column));
        await slice.check();
      }
      answers.push({ kinds });
    } catch (error) {
      if (!(error instanceof JigError)) throw error;
      answers.push({ problem: error.message });
    }
  }
  return answers;
}

async function load(grammar: string, { assets, keep }: WorkerContext): Promise<Parser> {
  await keep("tree-sitter", async () => Parser.init({ wasmBinary: await assets.bytes("web-tree-sitter.wasm") }));
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(await assets.bytes(grammar)));
  return parser;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * Returns the kind of the innermost node that has one. This is why interpolated code counts as code, even though it is inside a
 * string.
 */
function kindAt(root: CodeNode, position: number): PlaceKind {
  let kind: PlaceKind = "code";
  const path: CodeNode[] = [];
  for (let node: CodeNode | undefined = root; node; node = childAt(node, position)) {
    path.push(node);
    if (!node.named) continue;
    if (COMMENT.test(node.type)) return "comment";
    if (HOLE.test(node.type) && !STRING.test(node.type)) kind = "code";
    else if (STRING.test(node.type)) kind = "string";
  }
  return kind === "code" ? (kindOfUse(path) ?? kind) : kind;
}

/** Finds the child at a position. This is a binary search, because in generated files a node can have 100,000 children. */
function childAt({ children }: CodeNode, position: number): CodeNode | undefined {
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const child = children[low];
  return child && child.start <= position ? child : undefined;
}
