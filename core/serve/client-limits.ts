/** What one client may take of the machine that all of them share: so many requests in flight, so many calls that run. */
import { CALLS_AT_ONCE, Semaphore } from "../mcp/server.ts";

/** Of all calls; a client that sends hundreds of slow calls leaves the others the rest. */
const CALLS_OF_ONE = CALLS_AT_ONCE / 4;

/** Waits for the client, then for all clients. */
class ClientSemaphore extends Semaphore {
  readonly #all: Semaphore;

  constructor(all: Semaphore) {
    super(CALLS_OF_ONE);
    this.#all = all;
  }

  override async acquire(signal: AbortSignal): Promise<() => void> {
    const endOwn = await super.acquire(signal);
    const endShared = await this.#all.acquire(signal);
    return () => {
      endShared();
      endOwn();
    };
  }
}

interface Client {
  inFlight: number;
  calls: Semaphore;
}

export class ClientLimits {
  readonly #maxInFlight: number;
  readonly #all = new Semaphore(CALLS_AT_ONCE);
  readonly #clients = new Map<string, Client>();

  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight;
  }

  /** What ends the request, or undefined where the client has too many in flight. */
  begin(name: string): (() => void) | undefined {
    const client = this.#client(name);
    if (client.inFlight >= this.#maxInFlight) return undefined;
    client.inFlight++;
    return () => {
      // Whoever has nothing in flight waits for no call either.
      if (--client.inFlight === 0 && this.#clients.get(name) === client) this.#clients.delete(name);
    };
  }

  /** The calls of a client that has something in flight. */
  callsOf(name: string): Semaphore {
    return this.#client(name).calls;
  }

  /** The calls of a new session. */
  newCalls(): Semaphore {
    return new ClientSemaphore(this.#all);
  }

  #client(name: string): Client {
    const client = this.#clients.get(name) ?? { inFlight: 0, calls: this.newCalls() };
    this.#clients.set(name, client);
    return client;
  }
}
