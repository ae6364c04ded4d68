/** Implements bearer authentication, with a fixed token or with tokens of an OAuth issuer. */
import { createHash, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { JigError, readOrMakeSecret, readSecretFile } from "../host/frontend-api.ts";

/** Identifies a client, so that it can't use the sessions of another one. */
export interface Caller {
  subject: string;
  /** True if all clients use the same token, so that it doesn't identify one. */
  shared?: boolean;
}

/** Returns undefined for an invalid token. Throws UNAVAILABLE if the issuer can't be reached. */
export type Verify = (token: string) => Promise<Caller | undefined>;

/** A shorter token could be guessed by trying all of them. */
const MIN_CHARS = 16;

export interface TokenSources {
  flag?: string;
  file?: string;
  environment?: string;
  /** True for `--no-token`. */
  none?: boolean;
  /** The folder in which the generated token is stored. */
  folder?: string;
  platform: NodeJS.Platform;
}

/** The order is the flag, the file, and the environment. Having both a flag and a file is an error. */
export function readToken({ flag, file, environment, none, platform }: TokenSources): string | undefined {
  if (none && (flag !== undefined || file !== undefined))
    throw new JigError("INVALID_ARGUMENT", "--no-token cannot be used with --token or --token-file");
  if (none) return undefined;
  if (flag !== undefined && file !== undefined)
    throw new JigError("INVALID_ARGUMENT", "--token and --token-file cannot be used together");
  const token = flag ?? (file === undefined ? environment || undefined : readSecretFile(file, platform));
  if (token === undefined) return undefined;
  if (token.length < MIN_CHARS || !/^[\x21-\x7e]+$/.test(token))
    throw new JigError("INVALID_ARGUMENT", `A token needs at least ${MIN_CHARS} ASCII characters and no spaces`, {
      hint: "openssl rand -hex 32 makes one",
    });
  return token;
}

const OWN_TOKEN = "serve-token";

/** Generates a token, stores it in a file that only the owner can read, and prints it once. */
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

/** Compares hashes in constant time. */
export function verifyShared(token: string): Verify {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return async (given) => (timingSafeEqual(digest(given), expected) ? { subject: "token", shared: true } : undefined);
}

/** Returns the token in an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(header ?? "")?.[1];
}
