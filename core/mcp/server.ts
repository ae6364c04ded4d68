/**
 * Implements the MCP server for any transport, which `jig mcp` (stdio) and `jig serve` (HTTP) use. Other transports should only
 * import this module.
 */
import { didYouMean, type Format, type Host, notLoaded, notTrusted, type ToolInfo } from "../host/frontend-api.ts";
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

/** Selects the output and the tools for connecting clients. */
export interface AnswerSettings {
  /**
   * The number of characters of text per answer. The default depends on the client, but is always below 50,000 because Claude
   * Code moves larger answers into a file.
   */
  budget?: number;
  structured?: boolean;
  /** The default is `auto`. */
  confirm?: Confirm;
  /** The default format. */
  as?: Format;
  /** Limits the visible tools and plugins. */
  tools?: readonly string[];
  plugins?: readonly string[];
}

/** None of the clients that we have tested shows more. */
export const MAX_BUDGET = 60_000;

export function budgetOf({ budget }: AnswerSettings, client: ClientProfile): number {
  return Math.min(budget ?? client.budget, MAX_BUDGET);
}

/** An explicit budget replaces all limits of the profile. */
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
  /** A function around all methods, which is used for metrics. */
  around?(methods: Methods): Methods;
}

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

/**
 * Returns messages about plugins that failed to load or aren't trusted, and about unknown names in `--tools` and
 * `--plugins-only`.
 */
export function startNotes(host: Host, { tools = [], plugins = [] }: AnswerSettings): string[] {
  const strange = (names: readonly string[], known: readonly string[], what: string, flag: string) =>
    names
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = didYouMean(name, known);
        return `No ${what} is called "${name}", which ${flag} names${near ? `. Did you mean "${near}"?` : ""}`;
      });
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  return [
    ...notLoaded(host.plugins()),
    ...notTrusted(host.plugins()),
    // When tools are listed, plugins look for their programs, so this is only done if necessary.
    ...(tools.length > 0 ? strange(tools, named(host.tools()), "tool", "--tools") : []),
    ...strange(plugins, named(host.plugins()), "plugin", "--plugins-only"),
  ];
}

function toolFilter({ tools = [], plugins = [] }: AnswerSettings): (tool: ToolInfo) => boolean {
  return ({ name, plugin, mcp = true }) =>
    mcp && (tools.length === 0 || tools.includes(name)) && (plugins.length === 0 || plugins.includes(plugin));
}
