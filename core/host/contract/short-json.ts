/** Formats received values for messages. */

/** Returns shortened JSON, or "nothing" if the value has no JSON. */
export function shortJson(value: unknown, maxChars = 80): string {
  return shortText(JSON.stringify(value) ?? "nothing", maxChars);
}

export function shortText(text: string, maxChars = 200): string {
  return text.length > maxChars ? `${text.slice(0, maxChars).toWellFormed()}…` : text;
}
