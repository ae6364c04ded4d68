/** Who may ask: bearers of the one configured token, or of one that a configured issuer signed for this server. */
import { createHash, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { JigError, readOrMakeSecret, readSecretFile } from "../host/frontend-api.ts";

/** The caller's identity, which separates one client's sessions from another's. */
export interface Caller {
  subject: string;
  /** The token is everybody's: it does not tell one client from another. */
  shared?: boolean;
}

/** Returns undefined for an invalid token. Throws UNAVAILABLE if its issuer does not say which are valid. */
export type Verify = (token: string) => Promise<Caller | undefined>;

/** Shorter ones can be guessed at the rate at which a server answers. */
const MIN_CHARS = 16;

export interface TokenSources {
  flag?: string;
  file?: string;
  environment?: string;
  /** By `--no-token`. */
  none?: boolean;
  /** In which a token is kept that jig made itself. */
  folder?: string;
  platform: NodeJS.Platform;
}

/** The token by flag, file or environment, in this order; more than one of the first two is an error. */
export function readToken({ flag, file, environment, none, platform }: TokenSources): string | undefined {
  if (none && (flag !== undefined || file !== undefined))
    throw new JigError("INVALID_ARGUMENT", "--no-token excludes --token and --token-file");
  if (none) return undefined;
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

const OWN_TOKEN = "serve-token";

/** The default token: random, kept in a file that only its owner reads, printed once. */
export function ownToken({ folder, platform }: TokenSources, tell: (line: string) => void): string | undefined {
  if (folder === undefined) return undefined;
  const file = join(folder, OWN_TOKEN);
  const { secret, isNew } = readOrMakeSecret(file, platform);
  tell(
    isNew
      ? `Clients need this token, which is only shown once and is kept in ${file}: ${secret}`
      : `The token is in ${file}`,
  );
  return secret;
}

/** Compares digests, in a time that says nothing of how much was right. */
export function verifyShared(token: string): Verify {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return async (given) => (timingSafeEqual(digest(given), expected) ? { subject: "token", shared: true } : undefined);
}

/** The bearer token of an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(header ?? "")?.[1];
}
