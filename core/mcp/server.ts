/** The server of `jig mcp` (stdio) and `jig serve` (HTTP): one server for any transport. Other transports use this module only. */
import { didYouMean, type Format, type Host, notLoaded, type ToolInfo } from "../host/frontend-api.ts";
import { type ClientProfile, profileOf } from "./client-profiles.ts";
import type { Confirm } from "./confirm.ts";
import type { Session } from "./mcp-session.ts";
import { type AnswerOptions, methodsOf } from "./methods.ts";
import { discoverResult } from "./revisions.ts";
import { connectServer, type Methods, type SdkServer } from "./sdk-server.ts";
import type { ServerDescription } from "./server-instructions.ts";

export { profileOf } from "./client-profiles.ts";
export { Session, type Wire } from "./mcp-session.ts";
export {
  failure,
  HEADER_MISMATCH,
  type Id,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isRequest,
  METHOD_NOT_FOUND,
  type Message,
  parseBytes,
  type Request,
  UNSUPPORTED_VERSION,
} from "./messages.ts";
export { CALLS_AT_ONCE } from "./methods.ts";
export { claimsRevision, MODERN_VERSIONS, modernFault } from "./revisions.ts";
export type { Methods, SdkServer } from "./sdk-server.ts";
export { Semaphore } from "./semaphore.ts";
export { instructionsFor, type ServerDescription } from "./server-instructions.ts";

/** How answers look, and which tools there are, for those who connect. */
export interface AnswerSettings {
  /** Characters of text in an answer, default: by client; never 50,000, where Claude Code hides an answer in a file. */
  budget?: number;
  structured?: boolean;
  /** True if a person confirms before execution, if the client supports it. Default `auto`. */
  confirm?: Confirm;
  /** Answer format of calls without one. */
  as?: Format;
  /** Names of the only tools, and of the only plugins, that clients see. */
  tools?: readonly string[];
  plugins?: readonly string[];
}

/** More than any client shows that was tried. */
export const MAX_BUDGET = 60_000;

/** The option, else the default for the client. */
export function budgetOf({ budget }: AnswerSettings, client: ClientProfile): number {
  return Math.min(budget ?? client.budget, MAX_BUDGET);
}

/** A budget that the user sets replaces all limits of the profile. */
export function limitsOf(settings: AnswerSettings, client: ClientProfile): ReturnType<AnswerOptions["limits"]> {
  return { maxChars: budgetOf(settings, client), ...(settings.budget === undefined && client.most) };
}

export function describeServer(version: string, instructions: ServerDescription["instructions"]): ServerDescription {
  return {
    serverInfo: { name: "jig", title: "jig", version },
    capabilities: { tools: { listChanged: true }, prompts: {}, resources: {}, completions: {} },
    instructions,
  };
}

interface Connecting extends AnswerSettings, Pick<AnswerOptions, "visibleAnswers" | "calls"> {
  note(line: string): void;
  onRootsChanged(): void;
  /** Wraps every method, for metrics. */
  around?(methods: Methods): Methods;
}

/** Connects a server to the session, which then answers messages. */
export async function connect(
  session: Session,
  introduction: ServerDescription,
  host: () => Promise<Host>,
  { note, onRootsChanged, around = (methods) => methods, ...settings }: Connecting,
): Promise<SdkServer> {
  const { as, visibleAnswers, calls } = settings;
  const methods = methodsOf(host, {
    client: () => profileOf(session.client),
    limits: () => limitsOf(settings, profileOf(session.client)),
    structured: settings.structured ?? false,
    confirm: settings.confirm ?? "auto",
    isVisible: toolFilter(settings),
    links: () => session.knowsLinks,
    ...(as && { as }),
    ...(visibleAnswers && { visibleAnswers }),
    ...(calls && { calls }),
  });
  const all = around({ ...methods, "server/discover": () => discoverResult(introduction) });
  return await connectServer(session, introduction, all, { note, onRootsChanged });
}

/** A line for each plugin that could not be loaded, and each name of `--tools` and `--plugins-only` that nothing here has. */
export function startNotes(host: Host, { tools = [], plugins = [] }: AnswerSettings): string[] {
  const strange = (names: readonly string[], known: readonly string[], what: string, flag: string) =>
    names
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = didYouMean(name, known);
        return `No ${what} is called "${name}", which ${flag} asks for${near ? `. Did you mean "${near}"?` : ""}`;
      });
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  return [
    ...notLoaded(host.plugins()),
    // Asking for the list makes plugins look for their programs.
    ...(tools.length > 0 ? strange(tools, named(host.tools()), "tool", "--tools") : []),
    ...strange(plugins, named(host.plugins()), "plugin", "--plugins-only"),
  ];
}

function toolFilter({ tools = [], plugins = [] }: AnswerSettings): (tool: ToolInfo) => boolean {
  return ({ name, plugin, mcp = true }) =>
    mcp && (tools.length === 0 || tools.includes(name)) && (plugins.length === 0 || plugins.includes(plugin));
}
