/**
 * Checks the arguments of requests to the context. Programs in other languages don't have our types, and silently ignoring a
 * misspelled option might turn a sweep into one of the whole tree, for example.
 */
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import { shortJson } from "../contract/short-json.ts";

interface Kind {
  /** Completes "must be …". */
  readonly what: string;
  fits(value: unknown): boolean;
  /** The options by their name. */
  readonly members?: Readonly<Record<string, Kind>>;
  readonly optional?: boolean;
}

interface Parameter {
  readonly name: string;
  readonly kind: Kind;
}

const kind = (what: string, fits: Kind["fits"]): Kind => ({ what, fits });
const text = kind("a string", (value) => typeof value === "string");
const number = kind("a number", (value) => typeof value === "number");
const flag = kind("true or false", (value) => typeof value === "boolean");
const object = kind("an object", isObject);
const data = kind("a string or bytes", (value) => typeof value === "string" || value instanceof Uint8Array);
const texts = kind(
  "a list of strings",
  (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
);
const oneOf = (...words: string[]) =>
  kind(`one of ${words.map((word) => JSON.stringify(word)).join(", ")}`, (value) =>
    words.some((word) => word === value),
  );
const optional = (given: Kind): Kind => ({ ...given, optional: true });
const members = (known: Record<string, Kind>): Kind => ({ ...object, members: known });
const options = (known: Record<string, Kind>): Parameter => ({
  name: "options",
  kind: optional(members(mapped(known))),
});
const takes = (name: string, given: Kind): Parameter => ({ name, kind: given });

const mapped = (known: Record<string, Kind>) =>
  Object.fromEntries(Object.entries(known).map(([name, each]) => [name, optional(each)]));

const path = takes("path", text);
const key = takes("key", text);

const PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  "workspace.resolve": [path, options({ expect: oneOf("file", "directory", "any", "new") })],
  "workspace.display": [path],
  "files.stat": [path],
  "files.read": [path, options({ offset: number, length: number, maxBytes: number })],
  "files.readText": [path, options({ maxBytes: number, encoding: text })],
  "files.list": [path, options({ names: texts })],
  "files.sweep": [options({ directories: texts, extensions: texts, skip: texts, skipSiblings: object, watch: flag })],
  "files.write": [path, takes("data", data), options({ replace: flag })],
  "files.stream": [path, options({ offset: number, chunkBytes: number })],
  run: [
    takes(
      "request",
      members({
        command: text,
        args: texts,
        ...mapped({ cwd: text, stdin: data, env: object, spool: flag, shares: object }),
        ...mapped({ maxMemoryBytes: number, seesMachine: flag }),
      }),
    ),
  ],
  "net.connect": [
    takes("to", members(mapped({ host: text, port: number, tls: flag, path: text }))),
    options({ timeoutMs: number }),
  ],
  "cache.read": [key],
  "cache.write": [key, takes("data", data)],
  "cache.append": [key, takes("data", data)],
  "cache.remove": [key],
  "cache.lease": [key],
  "assets.bytes": [takes("name", text)],
  countTokens: [takes("text", text)],
  symbols: [path],
  "changes.read": [path],
  "changes.propose": [takes("plan", object)],
  invoke: [takes("tool", text), takes("input", object)],
};

/**
 * Checks the arguments of a request.
 * @param method - A method of the context, such as `files.readText`
 * @throws INVALID_ARGUMENT with the argument's name and the form of all arguments
 */
export function checkArguments(method: string, args: readonly unknown[]): void {
  const parameters = Object.hasOwn(PARAMETERS, method) ? PARAMETERS[method] : undefined;
  if (!parameters) return;
  const fault = faultOf(parameters, args);
  if (fault === undefined) return;
  throw new JigError("INVALID_ARGUMENT", `${method}: ${fault}`, { hint: `Its args are ${formOf(parameters)}` });
}

function faultOf(parameters: readonly Parameter[], args: readonly unknown[]): string | undefined {
  if (args.slice(parameters.length).some((each) => each !== undefined))
    return `takes ${parameters.length === 1 ? "one argument" : `${parameters.length} arguments`}, not ${args.length}`;
  for (const [at, { name, kind: expected }] of parameters.entries()) {
    const fault = faultOfValue(name, expected, args[at]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfValue(
  name: string,
  { what, fits, members: known, optional: mayLack }: Kind,
  value: unknown,
): string | undefined {
  if (value === undefined) return mayLack ? undefined : `"${name}" is missing`;
  if (!fits(value)) return `"${name}" must be ${what}, not ${shortJson(value)}`;
  if (!known || !isObject(value)) return undefined;
  const strange = Object.keys(value).find((each) => value[each] !== undefined && !Object.hasOwn(known, each));
  if (strange !== undefined) {
    const near = didYouMean(strange, Object.keys(known));
    return `"${name}" has no "${strange}"${near ? ` (did you mean "${near}"?)` : ""}`;
  }
  for (const [member, expected] of Object.entries(known)) {
    const fault = faultOfValue(member, expected, value[member]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns a text such as `[path, {"expect"?}]`. */
function formOf(parameters: readonly Parameter[]): string {
  const forms = parameters.map(({ name, kind: { members: known } }) => {
    if (!known) return name;
    const names = Object.entries(known).map(([member, { optional: mayLack }]) => `"${member}"${mayLack ? "?" : ""}`);
    return `{${names.join(", ")}}`;
  });
  return `[${forms.join(", ")}]`;
}
