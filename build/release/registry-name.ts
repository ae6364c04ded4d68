/** jig's name in the MCP registry. */
import type { Identity } from "./identity.ts";

/** The npm package has to contain this name. Names are verified by GitHub account. */
export function registryName({ repository }: Pick<Identity, "repository">): string {
  const [owner, name] = repository.split("/");
  return `io.github.${owner}/${name}`;
}
