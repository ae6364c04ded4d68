/** Gives advice for unknown keys of `plugin.json` that authors know from other formats. */

const DESCRIPTION = "desc summary help about doc docs documentation";
const TITLE = "label displayName caption heading";

/** The keys by the object that contains them, each with other names for it. `*` matches any name or index. */
export const HABITS: Record<string, Record<string, string>> = {
  "": {
    title: TITLE,
    description: DESCRIPTION,
    name: "id",
    host: "api apiVersion engine engines manifestVersion",
    permissions: "permission grants capabilities access allow sandbox",
    tools: "tool actions functions commands scripts",
    failure: "error errors onError",
    contributes: "contributions extensions provides",
  },
  permissions: {
    read: "files file fs filesystem paths folders directories workspace",
    write: "edit modify",
    run: "exec execute program programs command commands binaries process processes subprocess shell",
    net: "network hosts host http https internet urls",
    env: "environment envVars variables environmentVariables vars",
    invoke: "tools tool calls",
  },
  contributes: {
    cliAliases: "alias aliases commands command cli flags",
    languages: "grammars grammar",
    prompts: "templates slashCommands",
    finders: "searches search",
  },
  "contributes.cliAliases.*": {
    command: "name alias word id cmd",
    also: "aliases names otherNames",
    description: DESCRIPTION,
    positional: "args arguments params parameters argument",
    fixed: "defaults preset presets values input",
    tool: "target calls handler run",
  },
  "contributes.prompts.*": {
    name: "id",
    title: TITLE,
    description: DESCRIPTION,
    arguments: "args params parameters input inputs",
    text: "prompt template body content message messages",
  },
  "contributes.prompts.*.arguments.*": { name: "id", description: DESCRIPTION, required: "mandatory" },
  "tools.*": {
    title: TITLE,
    description: DESCRIPTION,
    input: "params parameters parameter args arguments argument inputs inputSchema schema properties options",
    output: "outputs outputSchema returns return result results response answer",
    view: "display render format",
    examples: "tests samples sample usage sampleCalls testCases",
    effect: "readOnly readOnlyHint access mode sideEffect sideEffects annotations",
    handler: "command commands cmd run exec execute script main entry entryPoint function module file program",
    synonyms: "aliases alias otherNames",
    unlisted: "hidden hiddenParameters",
    keywords: "tags",
  },
  "tools.*.handler": { command: "cmd run exec argv args program script" },
  "tools.*.examples.*": {
    title: `name ${DESCRIPTION} description ${TITLE}`,
    input: "args arguments params parameters",
  },
  "tools.*.timeout": { defaultMs: "ms default milliseconds timeoutMs", argument: "parameter param" },
  "tools.*.output": { schema: "properties type jsonSchema", rows: "items list", notices: "messages lines" },
  "tools.*.output.rows.*": { at: "path pointer from field source", columns: "fields", links: "link actions" },
  "tools.*.output.rows.*.location": {
    path: "file filePath fileName filename uri",
    line: "row lines lineNumber startLine start from",
    column: "col character char columnNumber",
    endLine: "end to lastLine lineEnd",
    base: "root folder directory",
  },
  "tools.*.output.notices.*": {
    at: "field path pointer value from source",
    text: "message say template sentence many other label",
    one: "singular",
    tone: "level severity kind color",
  },
  "tools.*.output.rows.*.columns.*": { field: "name key id", title: "label header" },
};

/** Keys without an equivalent, with advice on what to do. */
const ABSENT: Record<string, Record<string, string>> = {
  "": {
    "author authors license licence homepage repository bugs private main": "Remove it, or put it in the README",
    "dependencies devDependencies": "Remove it: npm packages are dependencies in package.json",
  },
  "tools.*": { name: 'Remove it: the key of a tool in "tools" is its name' },
  "tools.*.examples.*": {
    "output expected expect result answer golden":
      "Remove it: `jig plugin test --update` writes the answer to test/golden",
  },
};

/** A key that is written by habit. `instead` is the key that is meant, if there is one. */
export interface Habit {
  instead?: string;
  write: string;
}

/** Returns undefined for a key that isn't a known habit. */
export function habitOf(steps: readonly string[], known: readonly string[]): Habit | undefined {
  const [here, word] = [steps.slice(0, -1), folded(steps.at(-1) ?? "")];
  const has = (words: string) => words.split(" ").some((each) => folded(each) === word);
  const instead =
    known.find((name) => folded(name) === word) ??
    Object.entries(at(HABITS, here)).find(([, words]) => has(words))?.[0];
  if (instead !== undefined) return { instead, write: `Write "${instead}" instead` };
  const write = Object.entries(at(ABSENT, here)).find(([words]) => has(words))?.[1];
  return write === undefined ? undefined : { write };
}

function at<T>(table: Record<string, Record<string, T>>, here: readonly string[]): Record<string, T> {
  const fits = (place: readonly string[]) =>
    place.length === here.length && place.every((step, index) => step === "*" || step === here[index]);
  return Object.entries(table).find(([place]) => fits(place === "" ? [] : place.split(".")))?.[1] ?? {};
}

const folded = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, "");
