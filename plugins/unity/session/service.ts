/** The plugin's service: one session for each project that was asked about. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { EditorSession } from "./session.ts";

export class EditorSessions {
  readonly #context: ServiceContext;
  readonly #sessions = new Map<string, EditorSession>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  of(projectRoot: string): EditorSession {
    let session = this.#sessions.get(projectRoot);
    if (!session) {
      session = new EditorSession(this.#context, projectRoot);
      this.#sessions.set(projectRoot, session);
    }
    return session;
  }

  /** Nothing is open between calls: a connection lives as long as its command. */
  close(): void {
    this.#sessions.clear();
  }
}

export async function open(context: ServiceContext): Promise<EditorSessions> {
  return new EditorSessions(context);
}
