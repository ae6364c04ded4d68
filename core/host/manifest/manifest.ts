/** A plugin as data. Contains everything that the host knows before it runs the plugin's code. */
import type * as v from "valibot";
import type { ToolDescription } from "../contract/host.ts";
import type { pluginFile, ToolFile } from "../contract/plugin-file.ts";
import type { Permissions } from "../contract/plugin-schema.ts";

export interface ToolManifest extends ToolDescription, Required<Pick<ToolFile, "dynamic" | "timeout">> {}

type Declared = v.InferInput<typeof pluginFile>;
type Contributions = Required<NonNullable<Declared["contributes"]>>;

export interface Manifest
  extends Omit<Declared, "tools" | "contributes" | "service" | "workers" | "failure">,
    Pick<Contributions, "prompts" | "cliAliases" | "finders" | "jumps"> {
  overview?: string;
  permissions: Permissions;
  tools: ToolManifest[];
  languages: Pick<Contributions["languages"][number], "id" | "title" | "extensions" | "level" | "seen">[];
  /** Prefixes of its path schemes. */
  paths: string[];
  /** Prefixes of its sources. */
  sources: string[];
  /** Names of its commands with their aliases. */
  commands: string[];
}
