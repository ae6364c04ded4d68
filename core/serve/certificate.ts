/** Reads the TLS certificate and its key, which are validated before we start to listen. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { errorCode, JigError } from "../host/frontend-api.ts";

export interface TlsFiles {
  cert: string;
  key: string;
}

/**
 * Throws INVALID_ARGUMENT if a file can't be read or has the wrong kind, if they don't match, or if the certificate isn't valid
 * at the moment.
 */
export function readTls(
  { cert, key }: TlsFiles,
  note: (line: string) => void,
  now = Date.now(),
): { cert: Buffer; key: Buffer } {
  const pem = { cert: readPem(cert, "certificate"), key: readPem(key, "key") };
  const [first] = parsed(() => [new X509Certificate(pem.cert)], cert, "not a certificate (PEM)");
  const own = parsed((): KeyObject => createPrivateKey(pem.key), key, "not a private key (PEM) without a passphrase");
  if (!first.checkPrivateKey(own)) throw wrong(`The key "${key}" does not belong to the certificate "${cert}"`);
  const [from, to] = [Date.parse(first.validFrom), Date.parse(first.validTo)];
  if (now > to) throw wrong(`The certificate "${cert}" expired on ${new Date(to).toISOString()}`);
  if (now < from) throw wrong(`The certificate "${cert}" is not valid before ${new Date(from).toISOString()}`);
  if (process.platform !== "win32" && (statSync(key).mode & 0o077) !== 0)
    note(`Other users can read the key "${key}": chmod 600 it`);
  return pem;
}

function readPem(file: string, what: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = errorCode(error);
    const why = { ENOENT: "does not exist", EACCES: "may not be read by this user", EISDIR: "is a folder" }[code];
    throw wrong(`The ${what} "${file}" ${why ?? "cannot be read"}`, error);
  }
}

function parsed<Value>(parse: () => Value, file: string, isWhat: string): Value {
  try {
    return parse();
  } catch (error) {
    throw wrong(`The file "${file}" is ${isWhat}`, error);
  }
}

function wrong(message: string, cause?: unknown): JigError {
  return new JigError("INVALID_ARGUMENT", message, {
    hint: "--tls-cert takes the chain, the server's own certificate first; --tls-key its key",
    ...(cause === undefined ? {} : { cause }),
  });
}
