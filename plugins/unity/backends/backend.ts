/**
 * Implemented by every backend. We have our own format for parameters and results (that of the plugin's tools); a
 * backend's job is to map it to whatever its server speaks.
 */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { Command, CommandContext, EditorAnswer } from "../command/command.ts";
import type { CommandOutcome, Receipt } from "../command/receipt.ts";
import type { EditorStatus } from "../editor/editor-status.ts";
import type { InstalledPackages } from "../editor/installed-packages.ts";
import type { ToolCatalog } from "../editor/tool-catalog.ts";

/** Preference if a project has several. Newest of each vendor first, the shared one last. */
export const BACKENDS = ["cli-loop", "pipeline", "uloop", "gamedev", "coplay"] as const;
export type BackendName = (typeof BACKENDS)[number];

export interface Backend {
  readonly name: BackendName;
  /** For display, e.g. `Unity CLI Loop 3.6.0`. */
  readonly title: string;
  /** Package version. Unknown until the Editor has reported it. */
  readonly ver: string | undefined;
  /** Judging by the project's files. */
  isInstalled(packages: InstalledPackages): boolean;
  /** Cheap check, free of side effects: is a server answering for this project right now? */
  isAlive(context: CommandContext): Promise<boolean>;
  /** Mid-reload, so it'll be back. */
  isReturning(): Promise<boolean>;
  /** Errors carry `details.dispatched`. */
  run(command: Command, context: CommandContext): Promise<EditorAnswer>;
  /** Returns after the domain reload, with the compiler's result. */
  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer>;
  catalog(context: CommandContext, fresh?: boolean): Promise<ToolCatalog>;
  /** Takes `ms` milliseconds or so. */
  status(context: CommandContext, ms: number): Promise<EditorStatus>;
  /** Asks the Editor about a command whose answer we lost. Undefined if it kept no record. */
  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined>;
}
