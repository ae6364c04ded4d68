/** Validates OAuth access tokens. The keys come from the issuer's metadata, and the audience must be this server. */
import { JigError } from "../host/frontend-api.ts";
import { isLoopback } from "./address.ts";
import type { Verify } from "./bearer-tokens.ts";

/** Only asymmetric algorithms. With a shared secret, any server that verifies tokens could also issue them. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** Errors of the issuer, as opposed to an invalid token. */
const ISSUER_FAULTS = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"]);
const METADATA_TIMEOUT_MS = 10_000;

/** `resource` is the expected audience, which is the URL of this server. Throws UNAVAILABLE if the issuer's response is invalid. */
export async function createVerifier(issuer: string, resource: string): Promise<Verify> {
  const { createRemoteJWKSet, errors, jwtVerify } = await import("jose");
  const keys = createRemoteJWKSet(new URL(await keysOf(secureUrl(issuer, "--issuer"))));
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: resource,
        algorithms: ALGORITHMS,
        requiredClaims: ["exp", "sub"],
      });
      return { subject: payload.sub! };
    } catch (error) {
      const isOfToken = error instanceof errors.JOSEError && !ISSUER_FAULTS.has(error.code);
      if (!isOfToken) throw new JigError("UNAVAILABLE", `The keys of ${issuer} cannot be read`, { cause: error });
      return undefined; // The reason isn't sent to the client.
    }
  };
}

/** Returns the metadata of a protected resource (RFC 9728). */
export function resourceMetadata(issuer: string, resource: string): object {
  return { resource, authorization_servers: [issuer], bearer_methods_supported: ["header"] };
}

/** Requires https, except for this machine. */
export function secureUrl(text: string, flag: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname.replace(/^\[|\]$/g, ""))))
  )
    return url;
  throw new JigError("INVALID_ARGUMENT", `${flag} takes an https: URL, not "${text}"`);
}

async function keysOf(issuer: URL): Promise<string> {
  const path = issuer.pathname.replace(/\/$/, "");
  const places = [
    `${issuer.origin}/.well-known/oauth-authorization-server${path}`,
    `${issuer.origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const metadata = await fetch(place, { signal: AbortSignal.timeout(METADATA_TIMEOUT_MS) })
      .then((response) => (response.ok ? (response.json() as Promise<Record<string, unknown>>) : undefined))
      .catch(() => undefined);
    if (typeof metadata?.jwks_uri !== "string") continue;
    if (String(metadata.issuer).replace(/\/$/, "") !== issuer.href.replace(/\/$/, ""))
      throw new JigError("UNAVAILABLE", `The metadata of ${issuer.href} names another issuer`);
    return secureUrl(metadata.jwks_uri, "The issuer's jwks_uri").href;
  }
  throw new JigError("UNAVAILABLE", `No OAuth issuer metadata at ${issuer.href}`, {
    hint: `It must answer at ${places.join(" or ")}`,
  });
}
