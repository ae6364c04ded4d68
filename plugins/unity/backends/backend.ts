/** What every way into an Editor offers: the tools of this plugin know nothing else of it. Parameters and results are those of the plugin's own tools on every backend. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { Command, CommandContext, EditorAnswer } from "../command/command.ts";
import type { CommandOutcome, Receipt } from "../command/receipt.ts";
import type { EditorStatus } from "../editor/editor-status.ts";
import type { InstalledPackages } from "../editor/installed-packages.ts";
import type { ToolCatalog } from "../editor/tool-catalog.ts";

/** In the order in which they are tried where a project has several: the newest of the same makers first, the one that others share last. */
export const BACKENDS = ["cli-loop", "pipeline", "uloop", "gamedev", "coplay"] as const;
export type BackendName = (typeof BACKENDS)[number];

export interface Backend {
  readonly name: BackendName;
  /** Name and version for people: `Unity CLI Loop 3.6.0`. */
  readonly title: string;
  /** The version of the Editor's side, or undefined where nothing told it yet. */
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
  /** What the Editor itself knows about a command whose answer was lost; undefined where it keeps nothing. */
  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined>;
}
