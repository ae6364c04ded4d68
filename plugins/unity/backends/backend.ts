/**
 * The interface that all backends implement. The plugin's tools have their own format for parameters and results, and each
 * backend converts it to and from the format of its server.
 */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { Command, CommandContext, EditorAnswer } from "../command/command.ts";
import type { CommandOutcome, Receipt } from "../command/receipt.ts";
import type { EditorStatus } from "../editor/editor-status.ts";
import type { InstalledPackages } from "../editor/installed-packages.ts";
import type { ToolCatalog } from "../editor/tool-catalog.ts";

/**
 * If a project has several of these, the first one is used. The order is by preference, with the newest of each vendor first
 * and the shared one last.
 */
export const BACKENDS = ["cli-loop", "pipeline", "uloop", "gamedev", "coplay"] as const;
export type BackendName = (typeof BACKENDS)[number];

export interface Backend {
  readonly name: BackendName;
  /** The name to display, for example `Unity CLI Loop 3.6.0`. */
  readonly title: string;
  /** The package's version, which is unknown until the Editor has reported it. */
  readonly ver: string | undefined;
  /** This only looks at the project's files. */
  isInstalled(packages: InstalledPackages): boolean;
  /** Checks whether a server is answering for this project at the moment. The check is cheap and has no side effects. */
  isAlive(context: CommandContext): Promise<boolean>;
  /** True if the Editor is reloading, which means that it will come back. */
  isReturning(): Promise<boolean>;
  /** Errors have `details.dispatched`. */
  run(command: Command, context: CommandContext): Promise<EditorAnswer>;
  /** Returns the result of the compiler after the domain reload. */
  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer>;
  catalog(context: CommandContext, fresh?: boolean): Promise<ToolCatalog>;
  /** This takes about `ms` milliseconds. */
  status(context: CommandContext, ms: number): Promise<EditorStatus>;
  /** Requests the outcome of a command whose answer was lost. The result is undefined if the Editor has no record of it. */
  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined>;
}
