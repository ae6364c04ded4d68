/** Finds the local functions of a file. They aren't in the outline, because it skips bodies. */
import type { JsonObject, WorkerContext } from "../../../core/host/plugin-api.ts";
import { type Declaration, KIND } from "../outline/declaration-table.ts";
import type { FileDetails } from "../symbol-paths/declaration-headers.ts";
import { LOCAL_FUNCTION, LocalFunctionPaths } from "../symbol-paths/local-function-path.ts";
import { loadGrammar } from "../syntax/grammar.ts";
import { maskForGrammar } from "../syntax/grammar-mask.ts";
import { childOf, descendants } from "../syntax/syntax-node.ts";

/** A name, parameters and a body, so it could be a local function. */
const LOOKS_LIKE =
  /[\w>\]?)]\s+\w+\s*(?:<[\w\s,]+>\s*)?\([^(){};]*(?:\([^()]*\)[^(){};]*)*\)\s*(?:where [^{;]*)?(?:\{|=>)/;

/** An indexed file that knows the symbol paths of its declarations. */
interface SpelledFile {
  /** The path in its printed form. */
  display: string;
  /** Returns the symbol path of a declaration, by its index. */
  pathOf(declaration: number): Promise<string | undefined>;
}

export async function localFunctions(
  context: WorkerContext,
  file: FileDetails,
  spelled?: SpelledFile,
): Promise<JsonObject[]> {
  const bodies = file.declarations.filter(
    (declaration) => hasBody(declaration) && LOOKS_LIKE.test(file.text.slice(declaration.header, declaration.end)),
  );
  if (bodies.length === 0) return [];
  const grammar = await context.keep("grammar", () => loadGrammar(context.assets));
  // Top-level statements may use await.
  const isProgram = bodies.some(({ start, header }) => start === header);
  const masked = maskForGrammar(file.text, 0, isProgram || undefined);
  const found: JsonObject[] = [];
  for (const declaration of bodies) {
    const tree = grammar.parse(
      masked.slice(declaration.start, declaration.end),
      declaration.start,
      ...frameOf(declaration),
      file.text,
    );
    const member = await spelled?.pathOf(file.declarations.indexOf(declaration));
    const paths = member === undefined ? undefined : new LocalFunctionPaths(member, tree, file.text);
    for (const node of descendants(tree)) {
      const name = node.type === LOCAL_FUNCTION ? childOf(node, "name") : undefined;
      if (!name) continue;
      const line = file.lines.at(name.start);
      const symbolPath = paths?.of(node, { path: spelled?.display ?? "", line });
      found.push({
        name: file.text.slice(name.start, name.end),
        ...(symbolPath === undefined ? {} : { symbol_path: symbolPath }),
        kind: "localFunction",
        ...enclosingNames(file.declarations, declaration),
        startLine: file.lines.at(node.start),
        endLine: file.lines.at(node.end - 1),
        nameLine: line,
        nameColumn: name.start - file.lines.start(line) + 1,
      });
    }
  }
  return found;
}

/** Top-level statements are a body without a header. */
function frameOf({ start, header }: Declaration): [before: string, after: string] {
  return start === header ? ["class _{void _(){", "}}"] : ["class _{", "}"];
}

function hasBody({ kind }: Declaration): boolean {
  return (kind >= KIND.method && kind <= KIND.event) || kind === KIND.operator;
}

/** Returns the namespace and container of something inside a member. The member counts as a container. */
function enclosingNames(
  declarations: readonly Declaration[],
  member: Declaration,
): { namespace: string; container: string } {
  const containers = [member.name];
  const namespaces: string[] = [];
  for (let outer = declarations[member.parent]; outer; outer = declarations[outer.parent]) {
    if (outer.kind === KIND.namespace) namespaces.unshift(outer.name);
    else containers.unshift(outer.name);
  }
  return { namespace: namespaces.join("."), container: containers.join("/") };
}
