/** The interface of all backends. Parameters and results have the form of this plugin's tools on every backend. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { Command, CommandContext, EditorAnswer } from "../command/command.ts";
import type { CommandOutcome, Receipt } from "../command/receipt.ts";
import type { EditorStatus } from "../editor/editor-status.ts";
import type { InstalledPackages } from "../editor/installed-packages.ts";
import type { ToolCatalog } from "../editor/tool-catalog.ts";

/** Order of preference if a project has several. Each vendor's newest comes first, and the shared one comes last. */
export const BACKENDS = ["cli-loop", "pipeline", "uloop", "gamedev", "coplay"] as const;
export type BackendName = (typeof BACKENDS)[number];

export interface Backend {
  readonly name: BackendName;
  /** Name and version to show to users: `Unity CLI Loop 3.6.0`. */
  readonly title: string;
  /** Version of the package in the Editor, or undefined until it is known. */
  readonly ver: string | undefined;
  /** True if the project's files mention it. */
  isInstalled(packages: InstalledPackages): boolean;
  /** Returns true if its server currently answers for this project. Quick, and without side effects. */
  isAlive(context: CommandContext): Promise<boolean>;
  /** Returns true if a reload is in progress, after which it will answer again. */
  isReturning(): Promise<boolean>;
  /** Sends a command and returns its result. Errors have `details.dispatched`. */
  run(command: Command, context: CommandContext): Promise<EditorAnswer>;
  /** Compiles, waits for the domain reload, and returns the compiler's result. */
  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer>;
  catalog(context: CommandContext, fresh?: boolean): Promise<ToolCatalog>;
  /** Returns the current state within about `ms` milliseconds. */
  status(context: CommandContext, ms: number): Promise<EditorStatus>;
  /** The Editor's own record of a command whose answer was lost, or undefined if it has none. */
  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined>;
}
