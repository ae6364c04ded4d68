/** Fake Unreal debug server that writes the engine's format. It shares no code with the client, so a bug can't hide in both. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface FakeEditorOptions {
  /** Database objects, one per message. */
  chunks: object[];
  /** Whether lengths include the type byte. In the community server they do, but the extension expects otherwise. */
  lengthCountsType?: boolean;
  /** Disconnects after this many database messages. */
  diesAfter?: number;
  /** Omits "database finished", like old servers. */
  neverFinishes?: boolean;
  /** Sent after the database. */
  diagnostics?: {
    path: string;
    items: [message: string, line: number, column: number, isError: boolean, isInfo: boolean][];
  }[];
  /** Sends a message of this size and an unknown type before the database. */
  padding?: number;
  /** Split writes into pieces of this size. */
  pieceBytes?: number;
  version?: number;
  /** Assets with classes. The default is an asset that isn't ours. */
  assets?: [path: string, className: string][];
  /** Replies to messages other than the database request. */
  answers?: (type: number, body: Buffer) => [type: number, body: Buffer][];
  /** Defaults to a free port. */
  port?: number;
}

/** 8-bit with NUL for ASCII, otherwise UTF-16 with a negative length. */
export function fstring(text: string): Buffer {
  if (text === "") return Buffer.alloc(4);
  const length = Buffer.alloc(4);
  if (/^[\x01-\x7f]*$/.test(text)) {
    length.writeInt32LE(text.length + 1);
    return Buffer.concat([length, Buffer.from(text, "latin1"), Buffer.alloc(1)]);
  }
  length.writeInt32LE(-(text.length + 1));
  return Buffer.concat([length, Buffer.from(text, "utf16le"), Buffer.alloc(2)]);
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

export function settings(version: number): Buffer {
  const flags = version >= 7 ? 8 : version >= 6 ? 6 : version >= 5 ? 5 : version >= 3 ? 3 : version >= 2 ? 2 : 1;
  return Buffer.concat([int(version), ...Array.from({ length: flags }, (_, index) => int(index < 3 ? 1 : 0))]);
}

function diagnosticsBody(file: NonNullable<FakeEditorOptions["diagnostics"]>[number]): Buffer {
  const items = file.items.flatMap(([message, line, column, isError, isInfo]) => [
    fstring(message),
    int(line),
    int(column),
    int(isError ? 1 : 0),
    int(isInfo ? 1 : 0),
  ]);
  return Buffer.concat([fstring(file.path), int(file.items.length), ...items]);
}

export interface FakeEditor {
  readonly port: number;
  /** Number of database requests. */
  readonly requests: number;
  /** Bytes received on all connections. */
  readonly received: Buffer[];
  push(file: NonNullable<FakeEditorOptions["diagnostics"]>[number]): void;
  raw(type: number, body: Buffer): void;
  close(): Promise<void>;
}

export async function startFakeEditor(options: FakeEditorOptions): Promise<FakeEditor> {
  const sockets = new Set<Socket>();
  const received: Buffer[] = [];
  let requests = 0;

  const message = (type: number, body: Buffer): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt32LE(body.length + (options.lengthCountsType ? 1 : 0));
    head.writeUInt8(type, 4);
    return Buffer.concat([head, body]);
  };

  async function send(socket: Socket, bytes: Buffer): Promise<void> {
    const piece = options.pieceBytes ?? bytes.length;
    for (let at = 0; at < bytes.length; at += piece) {
      if (!socket.writable) return;
      if (!socket.write(bytes.subarray(at, at + piece))) await once(socket, "drain").catch(() => undefined);
    }
  }

  async function answer(socket: Socket): Promise<void> {
    await send(socket, message(31, settings(options.version ?? 7)));
    if (options.padding) await send(socket, message(28, Buffer.alloc(options.padding)));
    for (const [index, chunk] of options.chunks.entries()) {
      if (options.diesAfter === index) {
        socket.destroy();
        return;
      }
      await send(socket, message(2, fstring(JSON.stringify(chunk))));
    }
    if (options.neverFinishes !== true) await send(socket, message(26, Buffer.alloc(0)));
    await send(socket, message(27, Buffer.alloc(0)));
    const assets = options.assets ?? [["/Game/A", "UThing"]];
    const names = assets.flat().map(fstring);
    await send(socket, message(28, Buffer.concat([int(1), int(names.length), ...names])));
    await send(socket, message(29, Buffer.alloc(0)));
    for (const file of options.diagnostics ?? []) await send(socket, message(0, diagnosticsBody(file)));
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let pending = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      received.push(Buffer.from(bytes as Buffer));
      pending = Buffer.concat([pending, bytes as Buffer]);
      // In requests, the length includes the type byte.
      while (pending.length >= 4 && pending.length >= 4 + pending.readUInt32LE()) {
        const length = pending.readUInt32LE();
        if (pending[4] === 1) {
          requests++;
          void answer(socket);
        }
        const body = pending.subarray(5, 4 + length);
        for (const [type, answered] of options.answers?.(pending[4]!, body) ?? [])
          socket.write(message(type, answered));
        pending = pending.subarray(4 + length);
      }
    });
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get requests() {
      return requests;
    },
    received,
    push(file) {
      for (const socket of sockets) socket.write(message(0, diagnosticsBody(file)));
    },
    raw(type, body) {
      for (const socket of sockets) socket.write(message(type, body));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
