/** Generates `server.json` for the MCP registry, from the npm package and the bundles. */
import type { Identity } from "./identity.ts";
import { wrapperName } from "./npm.ts";
import { registryName } from "./registry-name.ts";

/** Set `JIG_REGISTRY_SCHEMA` to a copy of this to validate a release. */
const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
/** Registry limit. */
export const MAX_DESCRIPTION = 100;

/** `bundles` has the SHA-256 of each `.mcpb` by URL. */
export function registryEntry(identity: Identity, bundles: ReadonlyMap<string, string>): object {
  const { version, repository, image } = identity;
  const transport = { type: "stdio" };
  return {
    $schema: SCHEMA,
    name: registryName(identity),
    title: "jig",
    description: "Search, read and understand a code base: text, C# for Unity, AngelScript, the Unity Editor.",
    version,
    repository: { url: `https://github.com/${repository}`, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: wrapperName(identity),
        version,
        transport,
        runtimeHint: "npx",
        packageArguments: [
          { type: "positional", value: "mcp" },
          { type: "named", name: "--as", value: "text" },
          {
            type: "named",
            name: "--root",
            format: "filepath",
            isRepeated: true,
            description: "A folder of the workspace; without it the folder in which jig is started",
          },
        ],
      },
      ...[...bundles].map(([identifier, fileSha256]) => ({ registryType: "mcpb", identifier, fileSha256, transport })),
      ...(image === undefined ? [] : [imagePackage(image, version)]),
    ],
  };
}

/** Mounts the user's folder at the image's path. */
function imagePackage(image: string, version: string): object {
  return {
    registryType: "oci",
    identifier: `${image}:${version}`,
    transport: { type: "stdio" },
    runtimeHint: "docker",
    runtimeArguments: [
      {
        type: "named",
        name: "--volume",
        value: "{folder}:/workspace",
        variables: { folder: { description: "The project", format: "filepath", isRequired: true } },
      },
    ],
  };
}
