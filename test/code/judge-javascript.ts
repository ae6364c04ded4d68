/**
 * Writes the declarations of JavaScript and the uses of some of them as TypeScript's language service has them, as facts for `gold.py pack`
 * and `compare.py`: `TYPESCRIPT=path/to/typescript bun test/code/judge-javascript.ts ROOT SEED COUNT FOLDER... > facts.json`. It needs the
 * npm package of version 5: later ones have no such interface.
 *
 * COUNT declarations with two uses or more are drawn with SEED, half of them with a name that is declared more than once, no name more
 * than twice. Assignments to `exports`, to prototypes and of functions to members of a name are declarations too. A reference has tier 1
 * if it may be answered: it is one of another name that the same assignment gives, its type is that of the asked function or class, it is an import that the service says is defined there, or the
 * service lists it though its own definition there is something else. `unjudged` are places of the name that it binds to nothing.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";

const ts = createRequire(import.meta.url)(process.env.TYPESCRIPT ?? "typescript");
const [rootPath = ".", seedText = "3701", countText = "100", ...folders] = process.argv.slice(2);
const root = resolve(rootPath);
const MAX_REFERENCES = 300;

const files = folders.flatMap((folder) => {
  const path = join(root, folder);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => /\.[mc]?jsx?$/.test(name) && !/node_modules|[/\\]\.git\b/.test(parentPath))
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
});
files.sort();
const options = {
  ...{ allowJs: true, checkJs: false, noEmit: true, types: [], jsx: ts.JsxEmit.Preserve },
  ...{
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  },
};
const service = ts.createLanguageService(
  {
    getScriptFileNames: () => files,
    getScriptVersion: () => "1",
    getScriptSnapshot: (file: string) =>
      existsSync(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, "utf8")) : undefined,
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: (each: unknown) => ts.getDefaultLibFilePath(each),
    ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory },
    ...{ directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories },
  },
  ts.createDocumentRegistry(),
);
const program = service.getProgram();
const checker = program.getTypeChecker();
const K = ts.SyntaxKind;

type Place = [path: string, line: number, column: number];
type Declaration = [...Place, name: string, kind: string, container: string | null, endLine: number, optional: number];
// biome-ignore lint/suspicious/noExplicitAny: nodes of a package that is not installed here
type Node = any;

function placeOf(file: Node, offset: number): Place {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  return [relative(root, file.fileName), line + 1, character + 1];
}

const KINDS = new Map<number, string>([
  ...([K.ClassDeclaration, K.ClassExpression].map((kind) => [kind, "class"]) as [number, string][]),
  ...[[K.FunctionDeclaration, "function"] as [number, string], [K.MethodDeclaration, "method"] as [number, string]],
  ...([K.PropertyDeclaration, K.GetAccessor, K.SetAccessor].map((kind) => [kind, "property"]) as [number, string][]),
]);
const declarations: Declaration[] = [];

/** `exports.f = …`, `F.prototype.g = …`, `app.h = function`. */
function assigned(node: Node): { name: Node; kind: string; owner: string | null } | undefined {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== K.EqualsToken) return undefined;
  const { left } = node;
  if (!ts.isPropertyAccessExpression(left) || !ts.isExpressionStatement(node.parent)) return undefined;
  let value = node.right;
  while (ts.isBinaryExpression(value) && value.operatorToken.kind === K.EqualsToken) value = value.right;
  const isFunction = ts.isFunctionLike(value);
  const owner = left.expression.getText();
  if (/^(?:module\.)?exports$/.test(owner))
    return { name: left.name, kind: isFunction ? "function" : "variable", owner: null };
  const [, type, prototype] = /^([\w$]+)(\.prototype)?$/.exec(owner) ?? [];
  if (!type || !isFunction) return undefined;
  return { name: left.name, kind: prototype ? "method" : "function", owner: type };
}

function visit(node: Node, file: Node, path: readonly string[], depth: number): void {
  let [inner, deeper] = [path, depth];
  const add = (name: Node, kind: string, container: string | null, optional: boolean) =>
    declarations.push([
      ...placeOf(file, name.getStart(file)),
      ...([name.text, kind, container] as const),
      file.getLineAndCharacterOfPosition(node.getEnd()).line + 1,
      optional ? 1 : 0,
    ]);
  const own = path.join(".") || null;
  const kind = KINDS.get(node.kind);
  const written = assigned(node);
  if (kind && node.name && !ts.isObjectLiteralExpression(node.parent) && /^[#\w$]+$/.test(node.name.text ?? "")) {
    add(node.name, kind, own, depth > 0);
    inner = [...path, node.name.text];
  } else if (
    ts.isVariableDeclaration(node) &&
    ts.isIdentifier(node.name) &&
    ts.isVariableStatement(node.parent.parent)
  ) {
    const value = node.initializer;
    const isFunction = value && ts.isFunctionLike(value);
    const isConstant = node.parent.flags & ts.NodeFlags.Const;
    const isTop = ts.isSourceFile(node.parent.parent.parent);
    if (isTop || isFunction)
      add(node.name, isFunction ? "function" : isConstant ? "constant" : "variable", own, !isTop);
  } else if (written) add(written.name, written.kind, written.owner, depth > 0);
  if (ts.isFunctionLike(node) && node.body) deeper++;
  ts.forEachChild(node, (child: Node) => visit(child, file, inner, deeper));
}

/** Mulberry32. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const judged = new Set(files);
const identifiers = new Map<string, [Node, Node][]>();
function collect(node: Node, file: Node): void {
  if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.text !== "") {
    const all = identifiers.get(node.text) ?? [];
    if (all.length === 0) identifiers.set(node.text, all);
    all.push([file, node]);
    judgePlace(file, node);
  }
  ts.forEachChild(node, (child: Node) => collect(child, file));
}

/** Positions whose type comes from a function or class, and imports by definition. */
const ofType = new Map<Node, Place[]>();
const imports: { at: Place; file: string; start: number; definitions: Node[] }[] = [];
function judgePlace(file: Node, node: Node): void {
  const at = placeOf(file, node.getStart(file));
  const declared = checker.getTypeAtLocation(node)?.symbol?.valueDeclaration;
  if (declared && (ts.isFunctionLike(declared) || ts.isClassLike(declared)))
    ofType.set(declared, [...(ofType.get(declared) ?? []), at]);
  if (!((checker.getSymbolAtLocation(node)?.flags ?? 0) & ts.SymbolFlags.Alias)) return;
  const start = node.getStart(file);
  const definitions = service.getDefinitionAtPosition(file.fileName, start) ?? [];
  imports.push({ at, file: file.fileName, start, definitions });
}

/** Declaration at a name: the whole `var f = exports.f = …`, a function, or a class. */
function declarationAt(file: Node, offset: number): Node {
  let node = file;
  for (let inner = file; inner; inner = ts.forEachChild(inner, (each: Node) => holds(each, offset))) node = inner;
  let whole = node.parent;
  if (ts.isPropertyAccessExpression(whole)) whole = whole.parent;
  while (ts.isBinaryExpression(whole.parent) || ts.isVariableDeclaration(whole.parent)) whole = whole.parent;
  return whole;
}

function holds(node: Node, offset: number): Node | undefined {
  return node.getStart() <= offset && offset < node.getEnd() ? node : undefined;
}

/** The assigned value, or the function or class itself. */
function valueIn(whole: Node): Node {
  let value = whole.initializer ?? whole;
  while (ts.isBinaryExpression(value)) value = value.right;
  return value;
}

/** Other names for the same value: `f` in `var f = exports.f = …`. */
function alsoAssigned(whole: Node): Node[] {
  const names: Node[] = [];
  for (let at = whole.initializer ?? whole; ts.isBinaryExpression(at); at = at.right)
    if (ts.isPropertyAccessExpression(at.left)) names.push(at.left.name);
  return names;
}

function usesOf([path, line, column, name]: Declaration) {
  const file = program.getSourceFile(join(root, path));
  const offset = file.getPositionOfLineAndCharacter(line - 1, column - 1);
  const groups = service.findReferences(file.fileName, offset) ?? [];
  const refs = new Map<string, [...Place, tier: number]>();
  const add = (at: Place, tier: number) => {
    const known = refs.get(at.join(":"));
    if (!known || known[3] > tier) refs.set(at.join(":"), [...at, tier]);
  };
  const whole = declarationAt(file, offset);
  const isInside = ({ fileName, textSpan }: Node) =>
    fileName === file.fileName && whole.getStart() <= textSpan.start && textSpan.start < whole.getEnd();
  const isImportOf = (each: Node) =>
    imports.some(
      (one) => one.file === each.fileName && one.start === each.textSpan.start && one.definitions.some(isInside),
    );
  const isSame = (each: Node) => each.fileName === file.fileName && each.textSpan.start === offset;
  for (const { definition, references } of groups) {
    // The language service treats `module.exports = new X(y)` as an alias of both X and y.
    const isOwn = isSame(definition) || references.some((each: Node) => isSame(each) || isImportOf(each));
    for (const each of references)
      if (judged.has(each.fileName))
        add(placeOf(program.getSourceFile(each.fileName), each.textSpan.start), isOwn ? 0 : 1);
  }
  for (const other of alsoAssigned(whole))
    for (const { references } of service.findReferences(file.fileName, other.getStart(file)) ?? [])
      for (const { fileName, textSpan } of references)
        if (judged.has(fileName)) add(placeOf(program.getSourceFile(fileName), textSpan.start), 1);
  for (const at of ofType.get(valueIn(whole)) ?? []) add(at, 1);
  for (const { at, definitions } of imports) if (definitions.some(isInside)) add(at, 1);
  const unjudged: Place[] = [];
  for (const [other, node] of identifiers.get(name) ?? []) {
    const at = placeOf(other, node.getStart(other));
    if (refs.has(at.join(":"))) continue;
    if (!service.getDefinitionAtPosition(other.fileName, node.getStart(other))?.length) unjudged.push(at);
  }
  return { at: [path, line, column], refs: [...refs.values()], unjudged };
}

for (const path of files) {
  const file = program.getSourceFile(path);
  visit(file, file, [], 0);
  collect(file, file);
}
const times = Map.groupBy(declarations, ([, , , name]) => name);
const chance = chanceOf(Number(seedText));
const able = declarations
  .filter(([, , , name, , , , optional]) => optional === 0 && name.length > 1 && name !== "exports")
  .map((each): [number, Declaration] => [chance(), each])
  .sort(([a], [b]) => a - b)
  .map(([, each]) => each);
const [shared, single] = [
  able.filter((each) => (times.get(each[3])?.length ?? 0) > 1),
  able.filter((each) => times.get(each[3])?.length === 1),
];
const taken = new Map<string, number>();
function draw(from: readonly Declaration[], most: number) {
  const drawn: ReturnType<typeof usesOf>[] = [];
  for (const each of from) {
    if (drawn.length >= most) break;
    if ((taken.get(each[3]) ?? 0) >= 2) continue;
    const uses = usesOf(each);
    const exact = uses.refs.filter(([, , , tier]) => tier === 0).length;
    if (exact < 2 || exact > MAX_REFERENCES) continue;
    taken.set(each[3], (taken.get(each[3]) ?? 0) + 1);
    drawn.push(uses);
  }
  return drawn;
}
const ofShared = draw(shared, Math.floor(Number(countText) / 2));
const uses = [...ofShared, ...draw(single, Number(countText) - ofShared.length)];
const hasErrors = (file: string) => program.getSyntacticDiagnostics(program.getSourceFile(file)).length > 0;
const facts = {
  tool: `typescript ${ts.version}`,
  files: files.map((file) => relative(root, file)),
  syntaxErrors: files.filter(hasErrors).map((file) => relative(root, file)),
  ...{ declarations, uses },
};
process.stdout.write(JSON.stringify(facts));
