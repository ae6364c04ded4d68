/** Implements `code_outline`, which returns the declarations in a file or a map of a folder. */
import { type Context, JigError, type JsonObject, type Outcome } from "../../../core/host/plugin-api.ts";
import { guestOutline } from "../guests/guest-outline.ts";
import { GuestLanguages } from "../index/guest-languages.ts";
import type { OutlineAnswer, OutlineRequest } from "../outline/describe-file.ts";
import { LANGUAGES, languageOf } from "../outline/languages.ts";
import { askIndex } from "../queries/ask-index.ts";

export { outlineLines as lines } from "./outline-lines.ts";

export interface Input {
  path: string;
}

export default async function codeOutline({ path }: Input, context: Context): Promise<Outcome> {
  const { absolute, display, kind } = await context.workspace.resolve(path, { expect: "any" });
  if (kind === "directory") {
    const map = await askIndex<JsonObject>({ op: "map", within: absolute }, context);
    return { value: { success: true, path: display, ...map } };
  }
  if (!languageOf(absolute)) {
    const languages = new GuestLanguages(await context.guests.list());
    const guest = languages.of(absolute);
    if (guest) return { value: await guestOutline(absolute, display, guest, context), files: [absolute] };
    throw new JigError("INVALID_ARGUMENT", `No grammar here can read the declarations of "${display}"`, {
      hint: `Supported: ${LANGUAGES.map(({ title }) => title).join(", ")}; extract_code_section reads any text`,
    });
  }
  const request: OutlineRequest = { path: absolute, display };
  const { language, symbols, unread } = await context.worker<OutlineAnswer>("outline", request, {
    signal: context.signal,
  });
  return {
    value: { success: true, path: display, language, symbols, total: symbols.length, ...(unread ? { unread } : {}) },
    files: [absolute],
  };
}
