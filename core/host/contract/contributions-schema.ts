/** Contains the schemas of the contributions of plugins other than tools, which are prompts, finders, jumps and command aliases. */
import * as v from "valibot";
import { described, flag, jsonObject, link, optional, text, texts } from "./output-schema.ts";

export const count = v.pipe(v.number(), v.integer(), v.minValue(1));

export const synonym = v.union([
  text,
  v.strictObject({
    to: described(text, "The parameter that gets the value"),
    with: described(jsonObject, "Further parameters, with their values"),
  }),
  v.strictObject({
    list: described(text, "The parameter to whose list the value is added"),
    not: optional(text, "The same for values that start with `!`"),
  }),
  v.strictObject({
    values: described(v.record(v.string(), jsonObject), "Parameters by value"),
  }),
  v.strictObject({
    file: described(text, "The parameter that gets the path of a file"),
    directory: described(text, "The parameter that gets the path of a folder"),
  }),
  v.strictObject({ each: described(v.array(text), "The parameters that all get the value") }),
]);
export const synonyms = v.record(v.string(), synonym);

export const prompt = v.strictObject({
  name: described(
    v.pipe(v.string(), v.regex(/^\P{C}{1,64}$/u)),
    "`review`: 1 to 64 characters, by which clients offer it",
  ),
  title: described(text, "For people"),
  description: described(text, "Purpose of the prompt, in one sentence"),
  arguments: optional(
    v.array(
      v.strictObject({
        name: described(text, "Its name in `{{name}}`"),
        description: described(text, "What to enter"),
        required: optional(flag, "It must be given. Default: false"),
        completion: optional(
          v.array(v.picklist(["path", "symbol", "tool"])),
          "Kind of value: clients offer completions of it",
        ),
      }),
    ),
    "Values that the user fills in",
  ),
  text: described(text, "The prompt; `{{name}}` is replaced by an argument"),
});

export const finder = v.strictObject({
  title: described(text, "Noun for its results: `files`"),
  tool: described(text, "A tool of this plugin with effect `read`"),
  parameter: described(text, "String parameter for the typed text"),
  prefix: optional(
    v.pipe(v.string(), v.regex(/^[^\p{L}\p{N}\p{C}\s>_]$/u)),
    "Prefix that selects this finder alone: one character such as `@` or `#`",
  ),
  plain: optional(flag, "False: used only with its prefix"),
  minLength: optional(count, "Minimum length of the text it searches for"),
  fixed: optional(jsonObject, "Parameters with fixed values"),
  quote: optional(v.picklist(["regex"]), "The parameter is a regular expression; typed words are literal"),
  order: optional(v.picklist(["name"]), "Its rows have names: the best match of all rows is shown first"),
  inMemory: optional(
    flag,
    "All rows are read once, and the paths of their locations are matched in memory: not their text",
  ),
});

export const jump = v.strictObject({
  ...link.entries,
  languages: optional(texts, "Ids of languages. Default: any file whose language has no jump of its own"),
  guests: optional(flag, "With `languages`: also those that other plugins contribute at the level `index` or `uses`"),
  exceptKinds: optional(texts, "Not for a row whose `kind` is one of these, such as `struct`"),
});

/** The first word after `jig`. */
const word = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,47}$/));

export const alias = v.strictObject({
  flag: optional(
    v.pipe(v.string(), v.regex(/^--[a-z][a-z0-9-]{0,47}$/)),
    "`--my-flag`: a command line with this flag calls the tool",
  ),
  command: optional(word, "Instead of `flag`: `jig my-command …` calls the tool and prints text"),
  also: optional(v.array(word), "With `command`: its names in other programs; accepted, but not listed"),
  tool: described(text, "A tool of this plugin"),
  description: described(text, "One line for the help"),
  positional: optional(v.union([text, texts]), "Parameters that words without a flag fill, as for a tool"),
  synonyms: optional(synonyms, "As for a tool, for this command only"),
  unsupportedFlags: optional(v.record(v.string(), text), "As for a tool, for this command only"),
  show: optional(v.picklist(["paths"]), "`paths`: a row shows its path only"),
  rel: optional(
    v.picklist(["definition", "references", "callers", "members"]),
    "With `languages`: the jump that it is used for",
  ),
  languages: optional(texts, "Ids of the languages its tool is for; other plugins' tools answer for others"),
  fixed: optional(jsonObject, "Parameters with fixed values"),
  map: optional(
    v.record(
      v.string(),
      v.strictObject({
        parameter: described(text, "The parameter that the flag fills"),
        from: described(
          v.picklist(["value", "json", "json-file", "lines-file"]),
          "The flag is followed by the value, by its JSON, or by a file with JSON or with one value per line",
        ),
      }),
    ),
    "Other flags that fill parameters",
  ),
});
