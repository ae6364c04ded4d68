/** Implements `angelscript_resolveSymbolAtPosition`, which returns the symbol and the definition for a name. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { isLocal, isUnresolved, localStart, type UseView } from "../binding/bound-uses.ts";
import { type TypeUse, typeText } from "../binding/type-use.ts";
import { type FoundSymbol, symbolOfKey } from "../database/symbol-of-key.ts";
import { type MemberSymbol, qualify, type TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "../symbols/answer-error.ts";
import { docLines, markdownDoc } from "../symbols/documentation.ts";
import {
  describePosition,
  type OpenPosition,
  openPosition,
  type PositionRequest,
  type ResolvedPosition,
} from "../symbols/position.ts";
import { memberSignature, parameterText, propertySignature, typeSignature } from "../symbols/signature-text.ts";
import { definitionOf, type LineRange, preview, Sources } from "../symbols/source-preview.ts";
import { symbolNamed } from "../symbols/symbol-names.ts";
import { localOfParameter } from "../symbols/symbol-uses.ts";

export interface ResolveRequest extends PositionRequest {
  includeDocumentation: boolean;
}

/** Finds the symbol by its name and not by a position. */
export interface ResolveNamed {
  names: string[];
  includeDocumentation: boolean;
}

export interface ResolvedSymbol {
  kind: string;
  name: string;
  signature: string;
  doc?: { format: "markdown"; text: string };
  definition?: LineRange;
  /** The C++ header of a native symbol, if it is known. */
  header?: string;
  /** The owner of a member. */
  container?: string;
}

export async function resolveSymbol(
  engine: Engine,
  request: ResolveRequest | ResolveNamed,
  context: WorkerContext,
): Promise<{ symbol: ResolvedSymbol }> {
  if ("names" in request) {
    const sources = new Sources(context);
    const { symbol } = await symbolNamed(engine, request.names[0] ?? "", sources);
    return { symbol: await describeSymbol(engine, symbol, { ...request, isCalled: true }, sources) };
  }
  return { symbol: await symbolAt(engine, await openPosition(engine, request, context), request, context) };
}

/** Throws NotFound if there is no name or if it can't be resolved. */
export async function symbolAt(
  engine: Engine,
  position: OpenPosition,
  request: ResolveRequest,
  context: WorkerContext,
): Promise<ResolvedSymbol> {
  const use = position.uses.find((each) => !isUnresolved(each.target)) ?? position.uses[0];
  if (!use) throw nothingAt(request, describePosition(position));
  if (isUnresolved(use.target)) throw unresolved(engine, position, use, request);
  const sources = new Sources(context);
  if (isLocal(use.target)) return localSymbol(position, use, sources);
  const found = symbolOfKey(engine.table, engine.keys.key(use.target));
  if (!found) throw nothingAt(request, "a name whose declaration is gone");
  if (found.kind === "parameter") return await parameterSymbol(engine, found, sources, context);
  const owner = position.open.owners.get(use.start);
  // An accessor is only shown as a property if the script uses it like one.
  const written = position.text.slice(use.start, use.start + use.length);
  const isCalled = found.kind === "member" && written.includes(found.member.name);
  return await describeSymbol(engine, found, { ...request, isCalled }, sources, owner);
}

/** Finds the parameter that an argument label refers to. */
async function parameterSymbol(
  engine: Engine,
  { member, name }: Extract<FoundSymbol, { kind: "parameter" }>,
  sources: Sources,
  context: WorkerContext,
): Promise<ResolvedSymbol> {
  const parameter = member.parameters?.find((each) => each.name === name);
  const local = await localOfParameter(engine, { member, name }, context);
  const lines = local && (await sources.lines(local.file.path));
  const start = local ? localStart(local.target) : 0;
  const line = lines?.lineAt(start) ?? 1;
  return {
    kind: "parameter",
    name,
    signature: parameter ? parameterText(parameter) : name,
    ...(local
      ? {
          definition: {
            filePath: sources.display(local.file.path),
            startLine: line,
            endLine: line,
            preview: preview(lines, line, line, (lines?.columnAt(start) ?? 1) - 1),
          },
        }
      : {}),
    container: qualify(member.owner?.qualifiedName ?? member.namespace, member.name),
  };
}

/** `owner` is the type by which the member is accessed, with its template arguments. */
export async function describeSymbol(
  engine: Engine,
  found: Exclude<FoundSymbol, { kind: "parameter" }>,
  request: Documented,
  sources: Sources,
  owner?: TypeUse,
): Promise<ResolvedSymbol> {
  switch (found.kind) {
    case "type":
      return await typeSymbol(found.type, request, sources);
    case "member":
      return await memberSymbol(found.member, request, sources, owner);
    case "namespace":
      return await namespaceSymbol(engine, found.namespace, request.path, sources);
  }
}

/** `path` is the file that was requested. Accessors that are written with their full name are described as functions. */
type Documented = Pick<ResolveRequest, "includeDocumentation"> & { path?: string; isCalled?: boolean };

function nothingAt(request: PositionRequest, what: string): Error {
  return answerError(
    "NotFound",
    `There is no symbol at ${request.line}:${request.character} of "${request.filePath}": it is ${what}`,
    {
      details: { filePath: request.filePath, found: what },
    },
  );
}

function unresolved(engine: Engine, position: ResolvedPosition, use: UseView, request: PositionRequest): Error {
  const name = position.text.slice(use.start, use.start + use.length);
  const { kind, problem } = engine.native;
  return answerError(
    "NotFound",
    `"${name}" at ${request.line}:${request.character} of "${request.filePath}" could not be resolved`,
    {
      hint: problem
        ? `Native types could not be read: ${problem}`
        : kind === "baseline"
          ? "Only the types of a stock engine are known: start the Unreal editor, or put Binds.Cache or unreal-cache.json in place"
          : "Its receiver's type or its declaration is not known; angelscript_searchApi may find it by name",
      details: { name, nativeSource: kind },
    },
  );
}

function localSymbol(position: OpenPosition, use: UseView, sources: Sources): ResolvedSymbol {
  const { file, bound, text } = position.open;
  const { lines } = position;
  const start = localStart(use.target);
  const local = bound.locals.get(start);
  const name = local?.name ?? text.slice(use.start, use.start + use.length);
  const line = lines.lineAt(start);
  // The `const` and `&` of `auto` also apply to the inferred type.
  const [, constant = "", reference = ""] =
    /(\bconst\s+)?\bauto\b\s*(&?)\s*$/.exec(text.slice(Math.max(0, start - 80), start)) ?? [];
  const inferred = local?.type ? typeText(local.type) : "auto";
  const type = local?.written || `${constant && "const "}${inferred}${reference}`;
  return {
    kind: local?.isParameter ? "parameter" : "variable",
    name,
    signature: `${type} ${name}`,
    definition: {
      filePath: sources.display(file.path),
      startLine: line,
      endLine: line,
      preview: preview(lines, line, line, lines.columnAt(start) - 1),
    },
  };
}

async function documentation(
  symbol: MemberSymbol | TypeSymbol,
  request: Documented,
  sources: Sources,
): Promise<Pick<ResolvedSymbol, "doc">> {
  const text = request.includeDocumentation ? markdownDoc(await docLines(sources, symbol)) : "";
  return text === "" ? {} : { doc: { format: "markdown", text } };
}

async function typeSymbol(type: TypeSymbol, request: Documented, sources: Sources): Promise<ResolvedSymbol> {
  const place = type.places[0];
  return {
    kind: type.kind === "primitive" ? "type" : type.kind,
    name: type.name,
    signature: typeSignature(type),
    ...(await documentation(type, request, sources)),
    ...(place ? { definition: await definitionOf(sources, place, false) } : {}),
    ...(type.header ? { header: type.header } : {}),
  };
}

const KINDS: Record<MemberSymbol["kind"], string> = {
  method: "method",
  constructor: "constructor",
  destructor: "method",
  property: "property",
  enumValue: "property",
  access: "access",
  function: "function",
  variable: "property",
};

async function memberSymbol(
  member: MemberSymbol,
  request: Documented,
  sources: Sources,
  owner: TypeUse | undefined,
): Promise<ResolvedSymbol> {
  const generated = member.native?.generated === true;
  const header = member.owner?.header;
  // In `Game::Players`, the contract treats the global accessor as a method of its namespace.
  const isProperty = member.kind === "function" && request.isCalled === false && /^[GS]et./.test(member.name);
  return {
    kind: isProperty ? "method" : KINDS[member.kind],
    name: member.name,
    signature: isProperty
      ? propertySignature(member, {})
      : resolveSignature(member, owner?.symbol === member.owner ? owner : undefined, request.isCalled === true),
    ...(await documentation(member, request, sources)),
    ...(member.place ? { definition: await definitionOf(sources, member.place, generated) } : {}),
    ...(header ? { header } : {}),
    ...(member.owner ? { container: member.owner.qualifiedName } : {}),
  };
}

/** Properties and enum values leave out their owner, since it is in `container`. */
function resolveSignature(member: MemberSymbol, owner: TypeUse | undefined, isCalled: boolean): string {
  if (member.kind === "access") return `access ${member.name}`;
  if (member.kind === "property" || member.kind === "enumValue")
    return memberSignature(member, { owner }).replace(
      `${owner ? typeText(owner) : (member.owner?.qualifiedName ?? "")}.`,
      "",
    );
  const mixin = member.isMixin && !member.owner ? " mixin" : "";
  return `${memberSignature(member, { accessorsAsProperties: !isCalled, owner })}${mixin}`;
}

async function namespaceSymbol(
  engine: Engine,
  namespace: string,
  path: string | undefined,
  sources: Sources,
): Promise<ResolvedSymbol> {
  const places = engine.table.namespaces.get(namespace)?.places ?? [];
  const place = places.find((each) => each.file.path === path) ?? places[0];
  return {
    kind: "namespace",
    name: namespace.slice(namespace.lastIndexOf(":") + 1),
    signature: `namespace ${namespace}`,
    ...(place ? { definition: await definitionOf(sources, place, false) } : {}),
  };
}
