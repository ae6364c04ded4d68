/** Received values, for use in messages */

/** Truncated JSON, or "nothing" if the value has no JSON. */
export function shortJson(value: unknown, maxChars = 80): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxChars ? `${text.slice(0, maxChars).toWellFormed()}…` : text;
}
