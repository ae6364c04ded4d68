/** What a stranger's manifest says to people and to models, without what neither of them can see. */
import type { JsonSchema } from "../contract/host.ts";
import type { Json } from "../contract/outcome.ts";

/** C0 but tab and newline, C1, soft hyphen, what reorders text, zero-width but for joiners, tags. */
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** What stands below these is data and no text about it. */
const DATA = new Set(["default", "const", "enum", "examples"]);

export function visible(text: string): string {
  return text.replace(HIDDEN, "");
}

/** The same with its own texts visible; what is below them is as it was. */
export function visibleTexts<Texts extends object>(of: Texts): Texts {
  const entries = Object.entries(of).map(([key, value]) => [key, typeof value === "string" ? visible(value) : value]);
  return Object.fromEntries(entries);
}

/** The same schema with visible titles and descriptions, however deep. */
export function visibleSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if ((key === "title" || key === "description") && typeof value === "string") return [key, visible(value)];
      return [key, DATA.has(key) ? value : visibleBelow(value)];
    }),
  );
}

function visibleBelow(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each) => visibleBelow(each) as Json);
  return typeof value === "object" && value !== null ? visibleSchema(value) : value;
}
