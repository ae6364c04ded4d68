/**
 * A debug server modeled on the engine's public sources. It has one state for all clients: starting or stopping a session clears
 * everyone's breakpoints, clearing affects a whole file, each connection sees every stop, and replies come in order, with the call
 * stack at the end of a round and only when stopped. Shares no code with the client.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { fstring, settings } from "./fake-editor.ts";

export interface DebugServer {
  readonly port: number;
  /** Lines with breakpoints in all files. */
  readonly lines: number[];
  readonly isDebugging: boolean;
  readonly isPaused: boolean;
  /** Delay by message type. */
  delays: Map<number, number>;
  close(): Promise<void>;
}

const int = (value: number) => Buffer.from(Int32Array.of(value).buffer);
/** The game loops over these lines. */
const CODE = [5, 6, 8, 9];

function frame(type: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(body.length);
  head.writeUInt8(type, 4);
  return Buffer.concat([head, body]);
}

/** Reads an ASCII FString and returns it with the offset of what follows. */
function text(body: Buffer, at: number): [string, number] {
  const length = body.readInt32LE(at);
  return [body.toString("latin1", at + 4, at + 3 + length), at + 4 + length];
}

export async function startDebugServer(script: string): Promise<DebugServer> {
  const clients = new Set<Socket>();
  const debugging = new Set<Socket>();
  const stacks = new Set<Socket>();
  const breakpoints = new Map<string, Set<number>>();
  const delays = new Map<number, number>();
  let isDebugging = false;
  let isPaused = false;
  let breaksNext = false;
  let at = 0;
  let tail: Promise<unknown> = Promise.resolve();

  const send = (to: Iterable<Socket>, type: number, body: Uint8Array = Buffer.alloc(0)): void => {
    for (const socket of to) if (socket.writable) socket.write(frame(type, body));
  };
  const runOn = (): void => {
    if (!isPaused) return;
    isPaused = false;
    send(clients, 12);
  };
  const leave = (socket: Socket): void => {
    clients.delete(socket);
    stacks.delete(socket);
    if (!debugging.delete(socket) || debugging.size > 0) return;
    isDebugging = false;
    breakpoints.clear();
    runOn();
  };
  const value = (name: string) =>
    Buffer.concat([
      fstring(name),
      fstring(`${CODE[at]}`),
      fstring("int"),
      int(0),
      Buffer.alloc(8, 7),
      Buffer.from([4]),
    ]);

  function handle(socket: Socket, type: number, body: Buffer): void {
    switch (type) {
      case 1:
        send([socket], 31, settings(7));
        send([socket], 2, fstring(JSON.stringify({ UObject: { methods: [] }, AActor: { inherits: "UObject" } })));
        send([socket], 26);
        send([socket], 0, Buffer.concat([fstring(script), int(0)]));
        break;
      case 3:
        isDebugging = true;
        send([socket], 33, int(2));
        breakpoints.clear();
        debugging.add(socket);
        break;
      case 4:
        isDebugging = false;
        breakpoints.clear();
        debugging.delete(socket);
        runOn();
        break;
      case 5:
        breaksNext = true;
        break;
      case 6:
        breaksNext = false;
        runOn();
        break;
      case 13:
      case 14:
      case 15:
        breaksNext = true;
        runOn();
        break;
      case 7:
        stacks.add(socket);
        break;
      case 9:
        breakpoints.delete(text(body, 0)[0]);
        break;
      case 10: {
        const [path, behind] = text(body, 0);
        const wanted = body.readInt32LE(behind);
        const id = body.readInt32LE(behind + 4);
        const line = CODE.find((each) => each >= wanted) ?? (id === -1 ? wanted : -1);
        if (line >= 0) breakpoints.set(path, (breakpoints.get(path) ?? new Set()).add(line));
        if (line !== wanted && id !== -1)
          send([socket], 10, Buffer.concat([fstring(path), int(line), int(id), fstring("")]));
        break;
      }
      case 17:
        // Scopes only exist while stopped.
        send([socket], 18, isPaused ? Buffer.concat([int(1), value("Line")]) : int(0));
        break;
      case 19: {
        const [name] = text(body, 0);
        const none = [fstring(""), fstring(""), fstring(""), int(0), Buffer.alloc(9)];
        send([socket], 20, isPaused && name === "Line" ? value("Line") : Buffer.concat(none));
        break;
      }
      case 23:
        send([socket], 24, Buffer.concat([int(0), int(0)]));
        break;
      case 25:
        socket.destroy();
        leave(socket);
    }
  }

  /** One engine tick: handle messages, then send the requested call stacks if stopped. */
  function round(socket: Socket, messages: [number, Buffer][]): void {
    tail = tail.then(async () => {
      for (const [type, body] of messages) {
        const delay = delays.get(type);
        if (delay) await new Promise((settle) => setTimeout(settle, delay));
        handle(socket, type, body);
      }
      if (!isPaused) return;
      const stack = [int(1), fstring("AThing::Go"), fstring(script), int(CODE[at]!), fstring("Sub.Thing")];
      send(stacks, 8, Buffer.concat(stack));
      stacks.clear();
    });
  }

  const server = createServer((socket) => {
    clients.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => leave(socket));
    let pending = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      pending = Buffer.concat([pending, bytes as Buffer]);
      const messages: [number, Buffer][] = [];
      while (pending.length >= 4 && pending.length >= 4 + pending.readUInt32LE()) {
        const end = 4 + pending.readUInt32LE();
        messages.push([pending[4]!, Buffer.from(pending.subarray(5, end))]);
        pending = pending.subarray(end);
      }
      round(socket, messages);
    });
  });

  const game = setInterval(() => {
    if (isPaused || !isDebugging) return;
    at = (at + 1) % CODE.length;
    const line = CODE[at]!;
    if (!breaksNext && ![...breakpoints.values()].some((lines) => lines.has(line))) return;
    isPaused = true;
    const reason = breaksNext ? "step" : "breakpoint";
    breaksNext = false;
    send(clients, 11, Buffer.concat([fstring(reason), fstring(""), fstring("")]));
  }, 20);
  const pings = setInterval(() => isDebugging && send(debugging, 32), 200);

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get lines() {
      return [...breakpoints.values()].flatMap((lines) => [...lines]).sort((a, b) => a - b);
    },
    get isDebugging() {
      return isDebugging;
    },
    get isPaused() {
      return isPaused;
    },
    delays,
    async close() {
      clearInterval(game);
      clearInterval(pings);
      for (const socket of clients) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
