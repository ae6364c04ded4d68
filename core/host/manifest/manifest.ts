/** Describes a plugin as data, which is everything that the host knows without running its code. */
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
  /** The path schemes by their prefix. */
  paths: string[];
  /** The remote sources by their prefix. */
  sources: string[];
  /** This includes aliases. */
  commands: string[];
}
