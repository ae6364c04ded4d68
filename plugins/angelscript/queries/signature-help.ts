/** Implements signature help, which shows the called function, its overloads and the active parameter. */
import { countOfUses, isLocal, isUnresolved, readUse } from "../binding/bound-uses.ts";
import type { TypeUse } from "../binding/type-use.ts";
import { symbolOfKey } from "../database/symbol-of-key.ts";
import { baseName } from "../database/symbol-table.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { Kind, Op, type Tokens } from "../lexer/tokens.ts";
import { docLines, parameterDocs, plainDoc } from "../symbols/documentation.ts";
import type { OpenPosition } from "../symbols/position.ts";
import { memberSignature, parameterText, visibleParameters } from "../symbols/signature-text.ts";
import type { Sources } from "../symbols/source-preview.ts";

export interface CallSignature {
  signature: string;
  parameters: { text: string; doc?: string }[];
  doc?: string;
}

export interface SignatureHelp {
  name: string;
  /** The best match comes first. */
  signatures: CallSignature[];
  /** The 0-based index in the first signature. It is missing on the name of the function and after the last parameter. */
  activeParameter?: number;
}

const MAX_SIGNATURES = 20;
/** The number of tokens that we go back to find the start of a call. */
const MAX_TOKENS = 2000;

interface CallSyntax {
  /** The index of the token with the name of the function. */
  name: number;
  /** The first token of the current argument, and its index. */
  argument: { first: number; index: number } | undefined;
}

/** Returns undefined outside of calls and for functions that can't be resolved. */
export async function signatureHelp(
  engine: Engine,
  position: OpenPosition,
  sources: Sources,
): Promise<SignatureHelp | undefined> {
  const { tokens } = position.open;
  const found = onName(tokens, position.offset) ?? around(tokens, position.offset);
  if (!found) return undefined;
  const start = tokens.starts[found.name] as number;
  const called = calledAt(engine, position, start);
  if (!called) return undefined;
  const { owner } = called;
  const overloads = overloadsOf(engine, called).slice(0, MAX_SIGNATURES);
  const signatures: CallSignature[] = [];
  for (const member of overloads) signatures.push(await signatureOf(member, owner, sources));
  const [chosen] = overloads;
  if (!chosen) return undefined;
  const hidesObject = chosen.isMixin && chosen.kind === "function" && tokens.kinds[found.name - 1] !== Op["."];
  const active = activeIn(tokens, found, visibleParameters(chosen, owner), hidesObject ? 1 : 0);
  return {
    name: tokens.text.slice(start, tokens.ends[found.name]),
    signatures,
    ...(active === undefined ? {} : { activeParameter: active }),
  };
}

/** Returns true if the position is on a name that is followed by `(`. */
function onName(tokens: Tokens, offset: number): CallSyntax | undefined {
  const at = before(tokens, offset + 1);
  const name = at >= 0 && isOn(tokens, at, offset) ? at : at - 1;
  if (name < 0 || !isOn(tokens, name, offset) || tokens.kinds[name] !== Kind.name) return undefined;
  return tokens.kinds[name + 1] === Op["("] ? { name, argument: undefined } : undefined;
}

function isOn(tokens: Tokens, at: number, offset: number): boolean {
  return (tokens.starts[at] as number) <= offset && offset <= (tokens.ends[at] as number);
}

/** Returns the last token that starts before the offset, or -1. */
function before(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens.starts[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Goes back to the enclosing open bracket. Brackets that aren't part of a call are skipped. */
function around(tokens: Tokens, offset: number): CallSyntax | undefined {
  let depth = 0;
  let index = 0;
  let first: number | undefined;
  const last = before(tokens, offset);
  for (let at = last; at >= 0 && at > last - MAX_TOKENS; at--) {
    switch (tokens.kinds[at]) {
      case Op[")"]:
      case Op["]"]:
        depth++;
        break;
      case Op["["]:
        if (depth > 0) depth--;
        else [index, first] = [0, undefined];
        break;
      case Op["("]: {
        if (depth > 0) {
          depth--;
          break;
        }
        const name = nameBefore(tokens, at);
        if (name !== undefined) return { name, argument: { first: first ?? at + 1, index } };
        [index, first] = [0, undefined];
        break;
      }
      case Op[","]:
        if (depth === 0) {
          index++;
          first ??= at + 1;
        }
        break;
      case Op["{"]:
      case Op["}"]:
      case Op[";"]:
        return undefined;
    }
  }
  return undefined;
}

/** Returns the name in front of the bracket, or in front of its template arguments. */
function nameBefore(tokens: Tokens, bracket: number): number | undefined {
  let at = bracket - 1;
  if (tokens.kinds[at] === Op[">"]) {
    for (let depth = 0; at >= 0; at--) {
      if (tokens.kinds[at] === Op[">"]) depth++;
      else if (tokens.kinds[at] === Op["<"] && --depth === 0) break;
      else if (tokens.kinds[at] === Op[";"] || tokens.kinds[at] === Op["("]) return undefined;
    }
    at--;
  }
  return at >= 0 && tokens.kinds[at] === Kind.name ? at : undefined;
}

interface Called {
  member: MemberSymbol | undefined;
  type: TypeSymbol | undefined;
  owner: TypeUse | undefined;
}

function calledAt(engine: Engine, position: OpenPosition, start: number): Called | undefined {
  let type: TypeSymbol | undefined;
  for (let index = 0; index < countOfUses(position.all); index++) {
    const use = readUse(position.all, index);
    if (use.start !== start || use.use === "declaration" || use.use === "override") continue;
    if (isLocal(use.target) || isUnresolved(use.target)) continue;
    const found = symbolOfKey(engine.table, engine.keys.key(use.target));
    const owner = position.open.owners.get(start);
    if (found?.kind === "member" && found.member.isCallable) return { member: found.member, type: undefined, owner };
    if (found?.kind === "type") type = found.type;
  }
  return type && { member: undefined, type, owner: undefined };
}

/** The overload that the call resolves to comes first. */
function overloadsOf(engine: Engine, { member, type, owner }: Called): MemberSymbol[] {
  const { lookup, table } = engine;
  let list: readonly MemberSymbol[];
  if (!member) list = type ? lookup.constructors(type) : [];
  else if (member.kind === "constructor" && member.owner) list = lookup.constructors(member.owner);
  else if (member.owner) list = lookup.members(owner?.symbol ?? member.owner, member.name);
  else {
    const first = member.parameters?.[0];
    list =
      member.isMixin && first
        ? table.mixins(baseName(first.type)).filter((each) => each.name === member.name)
        : (table.namespaces.get(member.namespace)?.member(member.name) ?? []);
  }
  const seen = new Set<string>();
  const all = [...(member ? [member] : []), ...list].filter((each) => {
    const key = each.parameters?.map((parameter) => parameter.type).join(",");
    // Methods of a base that are overridden are left out.
    if (key === undefined || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return all;
}

async function signatureOf(member: MemberSymbol, owner: TypeUse | undefined, sources: Sources): Promise<CallSignature> {
  const ofOwner = owner?.symbol === member.owner ? owner : undefined;
  const lines = await docLines(sources, member);
  const docs = parameterDocs(lines);
  const doc = plainDoc(lines);
  return {
    signature: memberSignature(member, { owner: ofOwner }),
    parameters: visibleParameters(member, ofOwner).map((parameter) => {
      const own = docs.get(parameter.name);
      return { text: parameterText(parameter), ...(own === undefined ? {} : { doc: own }) };
    }),
    ...(doc === "" ? {} : { doc }),
  };
}

/**
 * Named arguments are found by their label and others by their position. The first `skipped` arguments have no visible
 * parameter.
 */
function activeIn(
  tokens: Tokens,
  { argument }: CallSyntax,
  parameters: readonly { name: string }[],
  skipped: number,
): number | undefined {
  if (!argument) return undefined;
  const { first, index } = argument;
  if (tokens.kinds[first] === Kind.name && tokens.kinds[first + 1] === Op["="]) {
    const label = tokens.text.slice(tokens.starts[first], tokens.ends[first]);
    const named = parameters.findIndex((parameter) => parameter.name === label);
    if (named >= 0) return named;
  }
  const active = index - skipped;
  return active >= 0 && active < parameters.length ? active : undefined;
}
