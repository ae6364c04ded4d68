/** A token in a file that only its owner may read. */
import { readFileSync, statSync } from "node:fs";
import { JigError } from "../contract/errors.ts";

/** What it holds, without blanks around it. Throws PERMISSION_DENIED where others may read it, INVALID_ARGUMENT where nobody can. */
export function readSecretFile(file: string, platform: NodeJS.Platform): string {
  try {
    const { mode } = statSync(file);
    if (platform !== "win32" && (mode & 0o077) !== 0)
      throw new JigError("PERMISSION_DENIED", `Others may read the token file "${file}"`, {
        hint: `chmod 600 '${file}'`,
      });
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof JigError) throw error;
    throw new JigError("INVALID_ARGUMENT", `The token file "${file}" cannot be read`, { cause: error });
  }
}
