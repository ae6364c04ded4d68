/** Stores tokens in files that only their owner can read. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { JigError, toJigError } from "../contract/errors.ts";
import { writeAtomically } from "./atomic-write.ts";

/**
 * Returns the text without surrounding spaces. @throws PERMISSION_DENIED if others can read the file, INVALID_ARGUMENT if we
 * can't
 */
export function readSecretFile(file: string, platform: NodeJS.Platform): string {
  try {
    const { mode } = statSync(file);
    if (platform !== "win32" && (mode & 0o077) !== 0)
      throw new JigError("PERMISSION_DENIED", `Other users can read the token file "${file}"`, {
        hint: `chmod 600 '${file}'`,
      });
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof JigError) throw error;
    throw new JigError("INVALID_ARGUMENT", `The token file "${file}" cannot be read`, { cause: error });
  }
}

/** Reads jig's own secret. If it does not exist yet, a random one is created. @returns the secret, and whether it is new */
export function readOrMakeSecret(file: string, platform: NodeJS.Platform): { secret: string; isNew: boolean } {
  if (existsSync(file)) return { secret: readSecretFile(file, platform), isNew: false };
  const secret = randomBytes(32).toString("hex");
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, `${secret}\n`, { replace: false, mode: 0o600 });
  } catch (error) {
    // Another process has created it in the meantime.
    if (existsSync(file)) return { secret: readSecretFile(file, platform), isNew: false };
    throw toJigError(error, `write ${JSON.stringify(file)}`);
  }
  return { secret, isNew: true };
}
