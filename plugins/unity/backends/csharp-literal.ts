/** Helpers to embed values in C# code. */

/** A C# string literal. Verbatim, so only quotes need escaping. */
export function literal(text: string): string {
  return `@"${text.replaceAll('"', '""')}"`;
}

export function literals(texts: string[]): string {
  return `new string[] { ${texts.map(literal).join(", ")} }`;
}

/** C# that converts a string to JSON with `q(text)`. It can't use a JSON library, because security levels restrict which APIs code may call. */
export const QUOTE = `System.Func<string, string> q = text => text == null ? "null" : "\\"" + System.Text.RegularExpressions.Regex.Replace(text, "[\\\\x00-\\\\x1f\\"\\\\\\\\]", m => "\\\\u" + ((int)m.Value[0]).ToString("x4")) + "\\"";`;

/** Returns C# that builds a JSON object. Each expression must return JSON. */
export function jsonObject(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(([name, expression]) => `"\\"${name}\\":" + ${expression}`);
  return `"{" + ${parts.join(' + "," + ')} + "}"`;
}
