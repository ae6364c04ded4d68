/** `code_outline`: the declarations of a file. */
import { type Context, JigError, type Outcome } from "../../../core/host/plugin-api.ts";
import type { OutlineAnswer, OutlineRequest } from "../outline/describe-file.ts";
import { LANGUAGES, languageOf } from "../outline/languages.ts";

export interface Input {
  path: string;
}

export default async function codeOutline({ path }: Input, context: Context): Promise<Outcome> {
  const { absolute, display } = await context.workspace.resolve(path);
  if (!languageOf(absolute)) {
    throw new JigError("INVALID_ARGUMENT", `No grammar here reads the declarations of "${display}"`, {
      hint: `Known are ${LANGUAGES.map(({ title }) => title).join(", ")}; extract_code_section reads any text`,
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
