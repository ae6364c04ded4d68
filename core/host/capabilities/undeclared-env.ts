/** The error for an undeclared variable, which both the host and the processes of plugins use. */
import { JigError } from "../contract/errors.ts";

export function undeclaredEnv(plugin: string, name: string): JigError {
  const quoted = JSON.stringify(name);
  return new JigError("PERMISSION_DENIED", `The plugin "${plugin}" does not declare the env permission ${quoted}`, {
    hint: `Add ${quoted} to permissions.env of its manifest`,
  });
}
