/** Limits the requests and running calls of each client. */
import { CALLS_AT_ONCE, Semaphore } from "../mcp/server.ts";

/** The memory for messages in progress, in total and for each client. */
const BYTES_OF_ALL = 64 * 1024 * 1024;
const BYTES_OF_ONE = BYTES_OF_ALL / 4;
/** Each message exists as chunks, as joined bytes, as text and as a parsed value. */
const COPIES = 4;
/** Reserved for small messages, so that a few large ones can't block all clients. */
const BYTES_FOR_SMALL = BYTES_OF_ALL / 2;
const SMALL_BYTES = 256 * 1024;

/** A client's share of the running calls, so that hundreds of slow ones don't block others. */
const CALLS_OF_ONE = CALLS_AT_ONCE / 4;

/** Acquires the client's semaphore first, and then the one that is shared. */
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
  fits(bytes: number): boolean;
  /** Reserves memory for more bytes of the message. It returns false if there isn't enough. */
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

  /** Returns undefined if the client has too many requests in progress. */
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
        // Without requests in progress, there can't be waiting calls either.
        if (--client.inFlight === 0 && this.#clients.get(name) === client) this.#clients.delete(name);
      },
    };
  }

  /** The client must have a request in progress. */
  callsOf(name: string): Semaphore {
    return this.#client(name).calls;
  }

  newCalls(): Semaphore {
    return new ClientSemaphore(this.#all);
  }

  #client(name: string): Client {
    const client = this.#clients.get(name) ?? { inFlight: 0, bytes: 0, calls: this.newCalls() };
    this.#clients.set(name, client);
    return client;
  }
}
