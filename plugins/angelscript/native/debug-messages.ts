/** The editor's messages to a debugger. All throw ENCODING for a body of another layout, except a stop, which must not be missed. */
import { ByteReader } from "./byte-reader.ts";

export interface Stop {
  reason: string;
  description?: string;
  text?: string;
}

export interface StackFrame {
  name: string;
  /** Empty for the engine's own; `::` and a name for a Blueprint. */
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
    // It is stopped all the same.
  }
  return stop;
}

/** A line below zero: there is not code for it. */
export function readBreakpoint(body: Uint8Array): { line: number; id: number } {
  const reader = new ByteReader(body);
  reader.string();
  return { line: reader.i32(), id: reader.remaining >= 4 ? reader.i32() : -1 };
}

/** The layout follows the version of the client that last began to debug. It shows in the length: all bytes must be read. */
export function readAnyVersion<Data>(read: (version: number) => Data): Data {
  for (const version of [2, 1])
    try {
      return read(version);
    } catch {
      // Another version.
    }
  return read(0);
}

/** Frames have a module from the first version of the server on. */
export function readCallStack(body: Uint8Array, version: number): StackFrame[] {
  const reader = new ByteReader(body);
  const frames: StackFrame[] = [];
  for (let left = reader.count(12); left > 0; left--) {
    // The compiler's name for the generated part of an event.
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
  // Address and size, which data breakpoints need.
  if (version >= 2) reader.skip(9);
  return variable;
}
