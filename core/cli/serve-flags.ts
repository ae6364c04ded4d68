/** Defines the flags of `jig serve`. */
import { JigError } from "../host/frontend-api.ts";
import { type Flag, option, toggle } from "./flags.ts";
import { ANSWER_FLAGS, type McpFlags, readAnswerFlags } from "./mcp-flags.ts";
import { readFlags } from "./read-flags.ts";

const LISTEN = option("listen", "HOST:PORT", "Where to listen; unix:PATH is a socket that only you can use.", {
  fallback: "127.0.0.1:7337",
});
const TOKEN = option(
  "token",
  "TEXT",
  "The token that clients must present. Other users can see command lines: prefer --token-file.",
);
const TOKEN_FILE = option(
  "token-file",
  "FILE",
  "A file of mode 0600 that holds the token. Default: JIG_SERVE_TOKEN, else one that jig generates and keeps.",
);
const NO_TOKEN = toggle("no-token", "Require no token: every user of this machine can then read the tree.");
const ISSUER = option("issuer", "URL", "An OAuth issuer whose tokens are accepted; needs --resource.");
const RESOURCE = option("resource", "URL", "This server's URL as clients know it: the audience of an issuer's tokens.");
const ALLOW_HOST = option("allow-host", "NAME", "Another name for this server, for use with a proxy.", { list: true });
const ALLOW_ORIGIN = option("allow-origin", "ORIGIN", "A web origin whose pages may connect.", { list: true });
const TLS_CERT = option("tls-cert", "FILE", "A certificate chain (PEM): serve over TLS.");
const TLS_KEY = option("tls-key", "FILE", "The key of the certificate (PEM).");
const WRITABLE = toggle("writable", "Also serve the tools that write or execute.");
const MAX_SESSIONS = option("max-sessions", "N", "Maximum number of sessions.", { kind: "integer", fallback: 1_000 });
const MAX_REQUESTS = option("max-requests", "N", "Maximum concurrent requests per client.", {
  kind: "integer",
  fallback: 256,
});

export const SERVE_FLAGS: readonly Flag[] = [
  LISTEN,
  TOKEN,
  TOKEN_FILE,
  NO_TOKEN,
  ISSUER,
  RESOURCE,
  ALLOW_HOST,
  ALLOW_ORIGIN,
  TLS_CERT,
  TLS_KEY,
  WRITABLE,
  MAX_SESSIONS,
  MAX_REQUESTS,
  ...ANSWER_FLAGS,
];

export interface ServeFlags extends McpFlags {
  listen: string;
  token?: string;
  tokenFile?: string;
  noToken: boolean;
  issuer?: string;
  resource?: string;
  hosts: string[];
  origins: string[];
  tls?: { cert: string; key: string };
  writable: boolean;
  maxSessions: number;
  maxRequests: number;
}

/** Throws INVALID_ARGUMENT. */
export function readServeFlags(words: string[]): ServeFlags {
  const { values, rest } = readFlags(words, SERVE_FLAGS);
  if (rest.length > 0) throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${rest[0]}" after serve`);
  const text = (flag: Flag) => values.get(flag) as string | undefined;
  const list = (flag: Flag) => (values.get(flag) ?? []) as string[];
  const number = (flag: Flag) => {
    const value = (values.get(flag) ?? flag.fallback) as number;
    if (value < 1) throw new JigError("INVALID_ARGUMENT", `--${flag.name} takes at least 1, not ${value}`);
    return value;
  };
  const [cert, key] = [text(TLS_CERT), text(TLS_KEY)];
  if ((cert === undefined) !== (key === undefined))
    throw new JigError("INVALID_ARGUMENT", "--tls-cert and --tls-key go together");
  const named = { token: text(TOKEN), tokenFile: text(TOKEN_FILE), issuer: text(ISSUER), resource: text(RESOURCE) };
  return {
    ...readAnswerFlags(values),
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
    ...(cert !== undefined && key !== undefined && { tls: { cert, key } }),
    listen: text(LISTEN) ?? (LISTEN.fallback as string),
    hosts: list(ALLOW_HOST),
    origins: list(ALLOW_ORIGIN),
    noToken: values.get(NO_TOKEN) === true,
    writable: values.get(WRITABLE) === true,
    maxSessions: number(MAX_SESSIONS),
    maxRequests: number(MAX_REQUESTS),
  };
}
