/** What one client may take of the machine that all of them share: so many requests in flight, so many calls that run. */
import { CALLS_AT_ONCE, Semaphore } from "../mcp/server.ts";

/** Messages that are being read or answered may hold so much, all together and of one client. */
const BYTES_OF_ALL = 64 * 1024 * 1024;
const BYTES_OF_ONE = BYTES_OF_ALL / 4;

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
  bytes: number;
  calls: Semaphore;
}

export interface InFlight {
  /** Counts further bytes of its message; false if there is no room for them. */
  hold(bytes: number): boolean;
  end(): void;
}

export class ClientLimits {
  readonly #maxInFlight: number;
  readonly #all = new Semaphore(CALLS_AT_ONCE);
  readonly #clients = new Map<string, Client>();
  #bytes = 0;

  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight;
  }

  /** A request that is counted until it ends; undefined if the client has too many in flight. */
  begin(name: string): InFlight | undefined {
    const client = this.#client(name);
    if (client.inFlight >= this.#maxInFlight) return undefined;
    client.inFlight++;
    let held = 0;
    return {
      hold: (bytes) => {
        if (this.#bytes + bytes > BYTES_OF_ALL || client.bytes + bytes > BYTES_OF_ONE) return false;
        held += bytes;
        client.bytes += bytes;
        this.#bytes += bytes;
        return true;
      },
      end: () => {
        client.bytes -= held;
        this.#bytes -= held;
        // A client with nothing in flight waits for no call either.
        if (--client.inFlight === 0 && this.#clients.get(name) === client) this.#clients.delete(name);
      },
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
    const client = this.#clients.get(name) ?? { inFlight: 0, bytes: 0, calls: this.newCalls() };
    this.#clients.set(name, client);
    return client;
  }
}
