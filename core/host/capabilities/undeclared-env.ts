/** Error for an undeclared variable. Shared by the host and plugin processes. */
import { JigError } from "../contract/errors.ts";

export function undeclaredEnv(plugin: string, name: string): JigError {
  const quoted = JSON.stringify(name);
  return new JigError("PERMISSION_DENIED", `The plugin "${plugin}" does not declare the env permission ${quoted}`, {
    hint: `Add ${quoted} to permissions.env of its manifest`,
  });
}
