/** Returns the outline of a file whose language a third-party plugin supports. */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import type { GuestFamily } from "../index/guest-languages.ts";
import { symbolPaths } from "../outline/symbol-paths.ts";
import { guestFacts } from "./read-guests.ts";

export async function guestOutline(
  path: string,
  display: string,
  language: GuestFamily,
  context: Context,
): Promise<JsonObject> {
  const { symbols } = await guestFacts(language, path, context);
  const containersOf = (container: string | null) => (container === null ? [] : container.split("."));
  const paths = symbolPaths(
    display,
    symbols.map(({ name, kind, container, startLine, line = startLine }) => ({
      ...{ name, kind, nameLine: line },
      containers: containersOf(container),
    })),
  );
  return {
    success: true,
    path: display,
    language: language.title,
    symbols: symbols.map(({ name, kind, container, startLine, endLine, line = startLine, ...more }, at) => ({
      symbol_path: paths[at] ?? display,
      ...{ name, kind, line, column: more.column ?? 1, start_line: startLine, end_line: endLine },
      container: container === null ? null : containersOf(container).join("/"),
      depth: containersOf(container).length,
      signature: more.signature ?? name,
      ...(more.documentation === undefined ? {} : { documentation: more.documentation }),
    })),
    total: symbols.length,
  };
}
