/** Embeds values in C# code. */

/** A C# string literal; verbatim, so that only quotes need care. */
export function literal(text: string): string {
  return `@"${text.replaceAll('"', '""')}"`;
}

export function literals(texts: string[]): string {
  return `new string[] { ${texts.map(literal).join(", ")} }`;
}

/** C# that turns a string into JSON as `q(text)`: without a JSON library, since the security levels restrict what code may use. */
export const QUOTE = `System.Func<string, string> q = text => text == null ? "null" : "\\"" + System.Text.RegularExpressions.Regex.Replace(text, "[\\\\x00-\\\\x1f\\"\\\\\\\\]", m => "\\\\u" + ((int)m.Value[0]).ToString("x4")) + "\\"";`;

/** Returns C# that builds a JSON object from expressions that each return JSON. */
export function jsonObject(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(([name, expression]) => `"\\"${name}\\":" + ${expression}`);
  return `"{" + ${parts.join(' + "," + ')} + "}"`;
}
