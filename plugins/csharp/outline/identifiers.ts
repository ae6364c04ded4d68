/** Contains small helpers for names and the first parameter. */

export function startsWithThis(text: string, from: number): boolean {
  return /^(?:\s|\[[^\]]*\]|(?:ref|in|scoped|readonly)\s)*this\s/.test(text.slice(from, from + 120));
}

/** Returns the name of a parameter, which is the last word before a default value. */
export function lastName(parameter: string): { text: string; at: number } | undefined {
  const value = parameter.search(/=(?![=>])/);
  const found = /([\p{L}_][\p{L}\p{N}_]*)\s*$/u.exec(value < 0 ? parameter : parameter.slice(0, value));
  return found ? { text: found[1]!, at: found.index } : undefined;
}

export function isWordStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 64 || c > 127 || c === 92;
}

export function isWordPart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95 || c > 127 || c === 92;
}
