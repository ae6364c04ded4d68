/**
 * Implements the Ed25519 signatures of packages and indexes. Public keys are 32 bytes in base64url, and fingerprints their
 * SHA-256.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { JigError } from "../../host/frontend-api.ts";

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

export interface SigningKey {
  /** The public part in base64url. */
  publicKey: string;
  sign(statement: string): string;
}

/** Returns PKCS #8 in the PEM format, which is compatible with OpenSSL. */
export function newSigningKey(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** Throws INVALID_ARGUMENT unless it is an Ed25519 key. `name` is used in the message. */
export function signingKey(pem: string, name: string): SigningKey {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw notAKey(name);
  }
  if (key.asymmetricKeyType !== "ed25519") throw notAKey(name);
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return {
    publicKey: x,
    sign: (statement) => sign(null, Buffer.from(statement), key).toString("base64url"),
  };
}

/** Only accepts the canonical encoding, since keys are compared as strings. */
export function isPublicKey(text: string): boolean {
  return isBytes(text, KEY_BYTES);
}

export function isSignature(text: string): boolean {
  return isBytes(text, SIGNATURE_BYTES);
}

export function isSignedBy(publicKey: string, statement: string, signature: string): boolean {
  if (!isPublicKey(publicKey) || !isSignature(signature)) return false;
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
    return verify(null, Buffer.from(statement), key, Buffer.from(signature, "base64url"));
  } catch {
    // The key isn't a point on the curve.
    return false;
  }
}

/** Returns a readable form, which is `SHA256:` followed by the digest in base64url. */
export function fingerprint(publicKey: string): string {
  return `SHA256:${createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("base64url")}`;
}

function isBytes(text: string, length: number): boolean {
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === length && bytes.toString("base64url") === text;
}

function notAKey(name: string): JigError {
  return new JigError("INVALID_ARGUMENT", `${name} is not an Ed25519 private key`, {
    hint: "jig plugin key FILE makes one",
  });
}
