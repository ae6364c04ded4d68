/** Limits per client of the shared machine: requests in flight and running calls. */
import { CALLS_AT_ONCE, Semaphore } from "../mcp/server.ts";

/** Messages that are being read or answered may take so much memory, all together and of one client. */
const BYTES_OF_ALL = 64 * 1024 * 1024;
const BYTES_OF_ONE = BYTES_OF_ALL / 4;
/** A message is in memory as the parts that came, as their sum, as text and as a value. */
const COPIES = 4;
/** Room that larger messages leave to those of this size, so that a few of them do not fill the server. */
const BYTES_FOR_SMALL = BYTES_OF_ALL / 2;
const SMALL_BYTES = 256 * 1024;

/** One client's share of all running calls: hundreds of slow calls leave room for others. */
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
  /** Returns true if there is room for so many bytes. */
  fits(bytes: number): boolean;
  /** Makes room for further bytes of its message, or false if there is not enough. */
  hold(bytes: number): boolean;
  end(): void;
}

export class ClientLimits {
  readonly #maxInFlight: number;
  readonly #all = new Semaphore(CALLS_AT_ONCE);
  readonly #clients = new Map<string, Client>();
  #bytes = 0;
  #large = 0;

  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight;
  }

  /** A request that is counted until it ends, or undefined if the client has too many in flight. */
  begin(name: string): InFlight | undefined {
    const client = this.#client(name);
    if (client.inFlight >= this.#maxInFlight) return undefined;
    client.inFlight++;
    let held = 0;
    const isLarge = (bytes: number) => bytes > SMALL_BYTES;
    const growth = (bytes: number) => (isLarge(held + bytes) ? bytes + (isLarge(held) ? 0 : held) : 0);
    const fits = (bytes: number) =>
      this.#bytes + bytes <= BYTES_OF_ALL &&
      client.bytes + bytes <= BYTES_OF_ONE &&
      (!isLarge(held + bytes) || this.#large + growth(bytes) <= BYTES_OF_ALL - BYTES_FOR_SMALL);
    return {
      fits: (length) => fits(length * COPIES),
      hold: (length) => {
        const bytes = length * COPIES;
        if (!fits(bytes)) return false;
        this.#large += growth(bytes);
        held += bytes;
        client.bytes += bytes;
        this.#bytes += bytes;
        return true;
      },
      end: () => {
        client.bytes -= held;
        this.#bytes -= held;
        if (isLarge(held)) this.#large -= held;
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
