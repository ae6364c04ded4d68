/** What every way into an Editor offers: the tools of this plugin know nothing else of it. Parameters and results are those of the plugin's own tools on every backend. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { Answer, Caller, Command } from "../command/command.ts";
import type { Catalogue } from "../editor/catalogue.ts";
import type { Presence } from "../editor/presence.ts";
import type { Survey } from "../editor/survey.ts";
import type { Receipt, Verdict } from "../routing/receipt-store.ts";

/** In the order in which they are tried where a project has several: the newest door of the same makers first, the one that others share last. */
export const BACKENDS = ["cli-loop", "pipeline", "uloop", "coplay"] as const;
export type BackendName = (typeof BACKENDS)[number];

export interface Backend {
  readonly name: BackendName;
  /** Name and version for people: `Unity CLI Loop 3.6.0`. */
  readonly title: string;
  /** The version of the Editor's side, or undefined where nothing told it yet. */
  readonly ver: string | undefined;
  /** Whether the project's files speak of it. */
  isExpected(presence: Presence): boolean;
  /** Whether its server answers for this project now. Changes nothing; short. */
  isAlive(caller: Caller): Promise<boolean>;
  /** Nothing answers, but there are signs that it will: a reload under way. */
  isReturning(): Promise<boolean>;
  /** Sends a command and gives its result. Throws failures with `details.dispatched`. */
  run(command: Command, caller: Caller): Promise<Answer>;
  /** Compiles, waits out the domain reload, and gives the compiler's result. */
  compile(params: JsonObject, id: string, caller: Caller): Promise<Answer>;
  catalogue(caller: Caller, fresh?: boolean): Promise<Catalogue>;
  /** The state at one moment, in about `ms`. */
  survey(caller: Caller, ms: number): Promise<Survey>;
  /** What the Editor itself knows about a command whose answer was lost; undefined where it keeps nothing. */
  recall(receipt: Receipt, caller: Caller): Promise<Verdict | undefined>;
}
