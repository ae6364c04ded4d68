/** Configured servers and their tokens. */
import { JigError } from "../../../core/host/plugin-api.ts";

export interface Server {
  /** Display name without credentials. */
  url: string;
  host: string;
  port: number;
  tls: boolean;
  /** URL path before `/api`, without trailing slash. */
  path: string;
  token: string | undefined;
  /** Name in the user's settings. */
  name?: string;
  /** Query timeout in ms. */
  timeoutMs?: number;
  /** Reason for not using the server. */
  problem?: string;
  /** Where it's configured. */
  source?: string;
}

type Environment = (name: string) => string | undefined;

/** Keeps the order. Throws INVALID_ARGUMENT for an invalid URL. */
export function configuredServers(env: Environment): Server[] {
  const token = env("JIG_ZOEKT_TOKEN") || undefined;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new JigError("INVALID_ARGUMENT", "JIG_ZOEKT_TOKEN has characters that no header can contain");
  }
  const written = (env("JIG_ZOEKT") ?? "").split(/[\s,]+/).filter((each) => each !== "");
  const more = detailsIn(env("JIG_ZOEKT_SERVERS"));
  const servers = written.map((each) => {
    const { problem, ...about } = more.find(({ url }) => url === each) ?? {};
    if (problem !== undefined && !URL.canParse(each)) throw new JigError("INVALID_ARGUMENT", problem);
    return {
      ...serverOf(each, about.token ?? token),
      ...withoutUrl(about),
      ...(problem === undefined ? {} : { problem }),
    };
  });
  return servers.filter(({ url }, at) => servers.findIndex((other) => other.url === url) === at);
}

type Details = Partial<Pick<Server, "url" | "token" | "name" | "timeoutMs" | "problem" | "source">>;

/** Parses the JSON that jig generates from flags, environment and settings. */
function detailsIn(text: string | undefined): Details[] {
  return text === undefined ? [] : (JSON.parse(text) as Details[]);
}

function withoutUrl({ url: _, token: __, ...rest }: Details): Details {
  return rest;
}

export function labelOf({ name, url }: Pick<Server, "name" | "url">): string {
  return name === undefined ? url : `${name} (${url})`;
}

function serverOf(written: string, token: string | undefined): Server {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new JigError(
      "INVALID_ARGUMENT",
      `${JSON.stringify(written.slice(0, 200))} is not the URL of a Zoekt server`,
      {
        hint: "Write http://host:6070 or https://host",
      },
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new JigError("INVALID_ARGUMENT", `The URL of ${url.host} contains a user or a password`, {
      hint: "Put a token into JIG_ZOEKT_TOKEN, or into a file that JIG_ZOEKT_TOKEN_FILE names",
    });
  }
  const tls = url.protocol === "https:";
  const path = url.pathname.replace(/\/+$/, "");
  return {
    url: `${url.protocol}//${url.host}${path}`,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (tls ? 443 : 80),
    tls,
    path,
    token,
  };
}
