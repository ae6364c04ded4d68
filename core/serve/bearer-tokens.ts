/** Who may ask: bearers of the one configured token, or of one that a configured issuer signed for this server. */
import { createHash, timingSafeEqual } from "node:crypto";
import { JigError, readSecretFile } from "../host/frontend-api.ts";

/** Who asked: what tells one client's sessions from another's. */
export interface Caller {
  subject: string;
}

/** Undefined for a token that is none. */
export type Verify = (token: string) => Promise<Caller | undefined>;

/** Shorter ones can be guessed at the rate at which a server answers. */
const MIN_CHARS = 16;

export interface TokenSources {
  flag?: string;
  file?: string;
  environment?: string;
  platform: NodeJS.Platform;
}

/** The token by flag, file or environment, in this order; more than one of the first two is an error. */
export function readToken({ flag, file, environment, platform }: TokenSources): string | undefined {
  if (flag !== undefined && file !== undefined)
    throw new JigError("INVALID_ARGUMENT", "--token and --token-file exclude one another");
  const token = flag ?? (file === undefined ? environment || undefined : readSecretFile(file, platform));
  if (token === undefined) return undefined;
  if (token.length < MIN_CHARS || !/^[\x21-\x7e]+$/.test(token))
    throw new JigError("INVALID_ARGUMENT", `A token has at least ${MIN_CHARS} characters, no spaces, plain ASCII`, {
      hint: "openssl rand -hex 32 makes one",
    });
  return token;
}

/** Compares digests, in a time that says nothing of how much was right. */
export function verifyShared(token: string): Verify {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return async (given) => (timingSafeEqual(digest(given), expected) ? { subject: "token" } : undefined);
}

/** The bearer token of an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(header ?? "")?.[1];
}
