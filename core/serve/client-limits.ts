/** What one client may take of the machine that all of them share: so many requests in flight, so many turns of those that run. */
import { CALLS_AT_ONCE, Turns } from "../mcp/server.ts";

/** Of all turns; a client that sends hundreds of slow calls leaves the others the rest. */
const CALLS_OF_ONE = CALLS_AT_ONCE / 4;

/** First one's own turn, then that of everybody. */
class ClientTurns extends Turns {
  readonly #all: Turns;

  constructor(all: Turns) {
    super(CALLS_OF_ONE);
    this.#all = all;
  }

  override async take(signal: AbortSignal): Promise<() => void> {
    const endOwn = await super.take(signal);
    const endShared = await this.#all.take(signal);
    return () => {
      endShared();
      endOwn();
    };
  }
}

interface Client {
  inFlight: number;
  turns: Turns;
}

export class Limits {
  readonly #most: number;
  readonly #all = new Turns(CALLS_AT_ONCE);
  readonly #clients = new Map<string, Client>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What ends the request, or undefined where the client has too many in flight. */
  begin(name: string): (() => void) | undefined {
    const client = this.#client(name);
    if (client.inFlight >= this.#most) return undefined;
    client.inFlight++;
    return () => {
      // Whoever has nothing in flight waits for no turn either.
      if (--client.inFlight === 0 && this.#clients.get(name) === client) this.#clients.delete(name);
    };
  }

  /** The turns of a client that has something in flight. */
  turnsOf(name: string): Turns {
    return this.#client(name).turns;
  }

  /** The turns of a new session. */
  turns(): Turns {
    return new ClientTurns(this.#all);
  }

  #client(name: string): Client {
    const client = this.#clients.get(name) ?? { inFlight: 0, turns: this.turns() };
    this.#clients.set(name, client);
    return client;
  }
}
