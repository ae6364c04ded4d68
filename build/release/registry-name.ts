/** jig's name in the registry of MCP servers. */
import type { Identity } from "./identity.ts";

/** The name in the registry, which the npm package must say as well: owners of a GitHub account own the names below it. */
export function registryName({ repository }: Pick<Identity, "repository">): string {
  const [owner, name] = repository.split("/");
  return `io.github.${owner}/${name}`;
}
