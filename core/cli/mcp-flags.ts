/** Defines the flags of `jig mcp` and `jig mcp config`. They are declared here because frontends can't import each other. */
import { JigError, type Json } from "../host/frontend-api.ts";
import { type Flag, option, toggle } from "./flags.ts";
import { readFlags } from "./read-flags.ts";

const TOOLS = option("tools", "NAME", "Serve only these tools.", { list: true });
const PLUGINS_ONLY = option("plugins-only", "NAME", "Serve only the tools of these plugins.", { list: true });
const STRUCTURED = toggle(
  "structured",
  "Also send structuredContent. Several clients then show the model nothing else.",
);
const BUDGET = option(
  "budget",
  "N",
  "Characters of text in one answer, 1000 to 60000. Default: the limit of the client.",
  {
    kind: "integer",
  },
);

const CONFIRM = option(
  "confirm",
  "auto|always|never",
  "Ask the user before executing anything, if the client supports it. Default: auto, or never if the client asks the user itself.",
  { choices: ["auto", "always", "never"] },
);

/** Flags for output and tool selection, which stdio and HTTP have in common. */
export const ANSWER_FLAGS: readonly Flag[] = [TOOLS, PLUGINS_ONLY, STRUCTURED, BUDGET, CONFIRM];

const WRITE = toggle("write", "config: merge the entry into the client's file.");
const REMOVE = toggle("remove", "config: undo what --write did.");

export function configFlags(clients: readonly string[], scopes: readonly string[]): Flag[] {
  return [
    option("client", "NAME", `config: the client to configure: ${clients.join(", ")}.`, { choices: [...clients] }),
    option(
      "scope",
      scopes.join("|"),
      "config: for this project or for all your projects. Default: whichever is usual for that client.",
      { choices: [...scopes] },
    ),
    option("url", "URL", "config: connect to a jig serve at this URL instead of starting jig."),
    option("token-env", "NAME", "config: the client's environment variable that holds the token, with --url."),
    WRITE,
    REMOVE,
  ];
}

export interface ConfigFlags {
  client: string;
  scope?: "project" | "user";
  action: "show" | "write" | "remove";
  remote?: { url: string; tokenEnv?: string };
}

/** Throws INVALID_ARGUMENT. */
export function readConfigFlags(words: string[], flags: readonly Flag[]): ConfigFlags {
  const { values, rest } = readFlags(words, flags);
  const named = new Map([...values].map(([flag, value]) => [flag.name, value]));
  if (rest.length > 0) throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${rest[0]}" after mcp config`);
  const client = named.get("client");
  if (typeof client !== "string") {
    const clients = flags.find((flag) => flag.name === "client")?.choices ?? [];
    throw new JigError("INVALID_ARGUMENT", "mcp config needs --client", { hint: `One of ${clients.join(", ")}` });
  }
  if (named.get("write") === true && named.get("remove") === true) {
    throw new JigError("INVALID_ARGUMENT", "--write and --remove cannot be used together");
  }
  const scope = named.get("scope");
  const [url, tokenEnv] = [named.get("url"), named.get("token-env")];
  if (typeof tokenEnv === "string" && (typeof url !== "string" || !/^[A-Za-z_]\w*$/.test(tokenEnv)))
    throw new JigError("INVALID_ARGUMENT", "--token-env takes the name of an environment variable, and needs --url");
  return {
    client,
    ...(typeof scope === "string" ? { scope: scope as "project" | "user" } : {}),
    ...(typeof url === "string" && { remote: { url, ...(typeof tokenEnv === "string" && { tokenEnv }) } }),
    action: named.get("write") === true ? "write" : named.get("remove") === true ? "remove" : "show",
  };
}

export interface McpFlags {
  tools: string[];
  plugins: string[];
  structured: boolean;
  budget?: number;
  confirm?: "auto" | "always" | "never";
}

/** Throws INVALID_ARGUMENT. */
export function readMcpFlags(words: string[]): McpFlags {
  const { values, rest } = readFlags(words, ANSWER_FLAGS);
  if (rest.length > 0)
    throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${rest[0]}" after mcp`, {
      hint: "jig mcp serves the tools; jig mcp config --client NAME --write configures a client. Repeat a flag for each value: --plugins A --plugins B",
    });
  return readAnswerFlags(values);
}

/** Throws INVALID_ARGUMENT. */
export function readAnswerFlags(values: ReadonlyMap<Flag, Json>): McpFlags {
  const budget = values.get(BUDGET) as number | undefined;
  if (budget !== undefined && (budget < 1000 || budget > 60_000))
    throw new JigError("INVALID_ARGUMENT", `--budget takes 1000 to 60000, not ${budget}`);
  // The configurations of clients often contain `--tools a,b`.
  const list = (flag: Flag) => ((values.get(flag) ?? []) as string[]).flatMap((text) => text.split(","));
  return {
    tools: list(TOOLS),
    plugins: list(PLUGINS_ONLY),
    structured: values.get(STRUCTURED) === true,
    ...(budget === undefined ? {} : { budget }),
    ...(values.has(CONFIRM) ? { confirm: values.get(CONFIRM) as "auto" | "always" | "never" } : {}),
  };
}
