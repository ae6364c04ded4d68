/** The plugin's service: one door for each project that was asked about. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { Door } from "./backend-router.ts";

export class EditorSessions {
  readonly #context: ServiceContext;
  readonly #sessions = new Map<string, Door>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  of(projectRoot: string): Door {
    let session = this.#sessions.get(projectRoot);
    if (!session) {
      session = new Door(this.#context, projectRoot);
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
