/** Contains the schema of a language in a manifest. */
import * as v from "valibot";
import { SEEN_IN } from "./guest-language.ts";
import { described, optional, text } from "./output-schema.ts";

/** Describes how much we know about a language, in ascending order. */
const LANGUAGE_LEVELS = ["outline", "index", "uses", "binding"] as const;

export const languageEntries = {
  id: described(v.pipe(v.string(), v.regex(/^[\w.+#-]{1,32}$/)), "A short name: `python`"),
  title: described(text, "For people: `Python`"),
  extensions: described(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^\.[a-z0-9._+-]+$/))), v.minLength(1)),
    'Lower-case file extensions with the dot: `[".py"]`',
  ),
  level: optional(
    v.picklist(LANGUAGE_LEVELS),
    "How much is known of a file: its declarations (`outline`), declarations found by name (`index`), their uses (`uses`), or everything a compiler knows (`binding`). Default: `outline`; with `tags` it is `index`, with `locals` `uses`",
  ),
  seen: optional(
    v.picklist(SEEN_IN),
    "A declaration outside functions and types is visible in its `file`, `folder` or the `workspace` without an import, so uses there are certain. Default: `file`",
  ),
};
