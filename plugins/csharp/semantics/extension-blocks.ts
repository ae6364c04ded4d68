/**
 * Implements extension blocks (C# 14), i.e. `extension(Item item) { … }`. The receiver becomes a parameter of each member
 * inside.
 */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { KIND } from "../outline/declaration-table.ts";
import { type HeaderDetails, readHeader } from "../outline/header-details.ts";

export interface ExtensionBlock {
  /** The range from the keyword to the closing brace. */
  start: number;
  brace: number;
  end: number;
  header: HeaderDetails;
}

const WORD = "extension";
/** The tokens that may be followed by a member. */
const BEFORE_MEMBER = new Set(["{", "}", ";", "]"]);

export function extensionBlocks(text: string): ExtensionBlock[] {
  if (!/\bextension\s*[<(]/.test(text)) return [];
  const blocks: ExtensionBlock[] = [];
  /** There is one entry for each open brace, which is undefined unless the brace opens an extension block. */
  const open: (ExtensionBlock | undefined)[] = [];
  let start = -1;
  let depth = 0;
  let previous = "{";
  eachToken(text, (kind, from, to) => {
    if (kind === TOKEN.comment || kind === TOKEN.directive) return;
    const token = text.slice(from, to);
    if (start < 0 && token === WORD && BEFORE_MEMBER.has(previous) && /^\s*[<(]/.test(text.slice(to, to + 200))) {
      start = from;
      depth = 0;
    } else if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (token === "{") {
      const isBlock = start >= 0 && depth === 0;
      const block = isBlock ? { start, brace: from, end: text.length, header: headerOf(text, start, from) } : undefined;
      if (block) blocks.push(block);
      open.push(block);
      start = -1;
    } else if (token === "}") {
      const block = open.pop();
      if (block) block.end = to;
    } else if (token === ";") start = -1;
    previous = token;
  });
  return blocks;
}

/**
 * Adds the parameters of an extension block to one of its members. For an instance method, the receiver becomes the first
 * parameter, as if it were declared with `this`.
 */
export function withReceiver(header: HeaderDetails, { header: block }: ExtensionBlock, takes: boolean): HeaderDetails {
  return {
    ...header,
    parameters: [...(takes ? block.parameters.slice(0, 1) : []), ...header.parameters],
    typeParameters: [...block.typeParameters, ...header.typeParameters],
    constraints: new Map([...block.constraints, ...header.constraints]),
  };
}

function headerOf(text: string, start: number, brace: number): HeaderDetails {
  const header = readHeader(text, {
    kind: KIND.method,
    start,
    header: brace,
    nameStart: start,
    nameEnd: start + WORD.length,
  });
  const parameters = header.parameters.map(({ name, type, optional }) => {
    // If all members are static, the receiver doesn't need a name.
    const isNamed = type !== "" && /^[\p{L}_]/u.test(name);
    return { name: isNamed ? name : "", type: isNamed ? type : type + name, passing: "this", optional };
  });
  return { ...header, parameters };
}
