/** The interface of every way into an Editor, and all that this plugin's tools know of it. Parameters and results are those of the plugin's own tools on every backend. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { Command, CommandContext, EditorAnswer } from "../command/command.ts";
import type { CommandOutcome, Receipt } from "../command/receipt.ts";
import type { EditorStatus } from "../editor/editor-status.ts";
import type { InstalledPackages } from "../editor/installed-packages.ts";
import type { ToolCatalog } from "../editor/tool-catalog.ts";

/** The order of preference if a project has several: the newest of the same makers first, the shared one last. */
export const BACKENDS = ["cli-loop", "pipeline", "uloop", "gamedev", "coplay"] as const;
export type BackendName = (typeof BACKENDS)[number];

export interface Backend {
  readonly name: BackendName;
  /** Name and version for people: `Unity CLI Loop 3.6.0`. */
  readonly title: string;
  /** The version of the Editor's side; undefined if still unknown. */
  readonly ver: string | undefined;
  /** Whether the project's files speak of it. */
  isInstalled(packages: InstalledPackages): boolean;
  /** Whether its server answers for this project now. Changes nothing; short. */
  isAlive(context: CommandContext): Promise<boolean>;
  /** Nothing answers, but there are signs that it will: a reload under way. */
  isReturning(): Promise<boolean>;
  /** Sends a command and gives its result. Throws failures with `details.dispatched`. */
  run(command: Command, context: CommandContext): Promise<EditorAnswer>;
  /** Compiles, waits out the domain reload, and gives the compiler's result. */
  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer>;
  catalog(context: CommandContext, fresh?: boolean): Promise<ToolCatalog>;
  /** The state at one moment, in about `ms`. */
  status(context: CommandContext, ms: number): Promise<EditorStatus>;
  /** The Editor's own record of a command whose answer was lost; undefined if it keeps none. */
  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined>;
}
