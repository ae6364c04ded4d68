/** Decodes the messages of the debugger. A malformed body throws ENCODING. Stops are an exception, because we must not miss one. */
import { ByteReader } from "./byte-reader.ts";

export interface Stop {
  reason: string;
  description?: string;
  text?: string;
}

export interface StackFrame {
  name: string;
  /** The path is empty for native code, and `::Name` for Blueprints. */
  path: string;
  line: number;
  module: string;
}

export interface DebugVariable {
  name: string;
  value: string;
  type: string;
  hasMembers: boolean;
}

export function readStop(body: Uint8Array): Stop {
  const stop: Stop = { reason: "unknown" };
  try {
    const reader = new ByteReader(body);
    stop.reason = reader.string();
    const description = reader.string();
    const text = reader.string();
    if (description !== "") stop.description = description;
    if (text !== "") stop.text = text;
  } catch {
    // The game has stopped, even if we can't read the reason.
  }
  return stop;
}

/** A negative line means that there is no code. */
export function readBreakpoint(body: Uint8Array): { line: number; id: number } {
  const reader = new ByteReader(body);
  reader.string();
  return { line: reader.i32(), id: reader.remaining >= 4 ? reader.i32() : -1 };
}

/**
 * The layout depends on the version that was sent by the client which last started a session. We try each layout and use the
 * one that reads all bytes.
 */
export function readAnyVersion<Data>(read: (version: number) => Data): Data {
  for (const version of [2, 1])
    try {
      return read(version);
    } catch {
      // The body has the layout of another version.
    }
  return read(0);
}

/** From version 1 on, frames include a module. */
export function readCallStack(body: Uint8Array, version: number): StackFrame[] {
  const reader = new ByteReader(body);
  const frames: StackFrame[] = [];
  for (let left = reader.count(12); left > 0; left--) {
    // The compiler adds this suffix to the implementations of events.
    const name = reader.string().replace(/_Implementation$/, "");
    const path = reader.string();
    frames.push({ name, path, line: reader.i32(), module: version > 0 ? reader.string() : "" });
  }
  reader.end();
  return frames;
}

export function readVariables(body: Uint8Array, version: number): DebugVariable[] {
  const reader = new ByteReader(body);
  const variables: DebugVariable[] = [];
  for (let left = reader.count(16); left > 0; left--) variables.push(variableFrom(reader, version));
  reader.end();
  return variables;
}

export function readVariable(body: Uint8Array, version: number): DebugVariable {
  const reader = new ByteReader(body);
  const variable = variableFrom(reader, version);
  reader.end();
  return variable;
}

function variableFrom(reader: ByteReader, version: number): DebugVariable {
  const name = reader.string();
  const variable = { name, value: reader.string(), type: reader.string(), hasMembers: reader.bool() };
  // The address and size are for data breakpoints, so we skip them.
  if (version >= 2) reader.skip(9);
  return variable;
}
