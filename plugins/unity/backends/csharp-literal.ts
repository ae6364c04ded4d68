/** Embedding values in generated C#. */

/** Verbatim string, so doubling the quotes is enough. */
export function literal(text: string): string {
  return `@"${text.replaceAll('"', '""')}"`;
}

export function literals(texts: string[]): string {
  return `new string[] { ${texts.map(literal).join(", ")} }`;
}

/**
 * Defines `q(text)`, which JSON-encodes a string. Hand-written, because security levels restrict the APIs available to
 * the code and a JSON library may not be among them.
 */
export const QUOTE = `System.Func<string, string> q = text => text == null ? "null" : "\\"" + System.Text.RegularExpressions.Regex.Replace(text, "[\\\\x00-\\\\x1f\\"\\\\\\\\]", m => "\\\\u" + ((int)m.Value[0]).ToString("x4")) + "\\"";`;

/** All expressions must evaluate to JSON text. */
export function jsonObject(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(([name, expression]) => `"\\"${name}\\":" + ${expression}`);
  return `"{" + ${parts.join(' + "," + ')} + "}"`;
}
