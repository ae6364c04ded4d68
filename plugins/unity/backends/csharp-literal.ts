/** Embeds values in generated C# code. */

/** In a verbatim string only the quotes have to be doubled. */
export function literal(text: string): string {
  return `@"${text.replaceAll('"', '""')}"`;
}

export function literals(texts: string[]): string {
  return `new string[] { ${texts.map(literal).join(", ")} }`;
}

/**
 * Defines `q(text)`, which encodes a string as JSON. We can't use a JSON library for this, because the security level may not
 * allow the code to use one.
 */
export const QUOTE = `System.Func<string, string> q = text => text == null ? "null" : "\\"" + System.Text.RegularExpressions.Regex.Replace(text, "[\\\\x00-\\\\x1f\\"\\\\\\\\]", m => "\\\\u" + ((int)m.Value[0]).ToString("x4")) + "\\"";`;

/** All of the expressions have to evaluate to JSON. */
export function jsonObject(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(([name, expression]) => `"\\"${name}\\":" + ${expression}`);
  return `"{" + ${parts.join(' + "," + ')} + "}"`;
}
