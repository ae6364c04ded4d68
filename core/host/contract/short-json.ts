/** Prints received values in messages. */

/** Returns a value as JSON, cut to a readable length, or "nothing" if it has no JSON. */
export function shortJson(value: unknown, maxChars = 80): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxChars ? `${text.slice(0, maxChars).toWellFormed()}…` : text;
}
