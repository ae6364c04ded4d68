/** Matches aliases like `using Map = Dictionary<string, int>;`. */

const ALIAS = /^[ \t]*(?:global[ \t]+)?using[ \t]+(?:unsafe[ \t]+)?@?([\p{L}_][\p{L}\p{N}_]*)[ \t]*=\s*([^;={}]+);/gmu;
const NAME = /(?<![\p{L}\p{N}_.:@])[\p{L}_][\p{L}\p{N}_]*/gu;

export function usingAliases(text: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  if (!text.includes("using")) return aliases;
  for (const [, name, meant] of text.matchAll(ALIAS)) aliases.set(name!, meant!.trim().replace(/\s+/g, " "));
  return aliases;
}

export function expandAliases(type: string, aliases: ReadonlyMap<string, string>): string {
  return aliases.size === 0 ? type : type.replace(NAME, (name) => aliases.get(name) ?? name);
}
