/** Decodes debugger messages. Malformed bodies throw ENCODING, except for stops because we can't afford to miss one. */
import { ByteReader } from "./byte-reader.ts";

export interface Stop {
  reason: string;
  description?: string;
  text?: string;
}

export interface StackFrame {
  name: string;
  /** Empty for native code, `::Name` for Blueprints. */
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
    // Still stopped, even if we can't read why.
  }
  return stop;
}

/** A negative line means there's no code. */
export function readBreakpoint(body: Uint8Array): { line: number; id: number } {
  const reader = new ByteReader(body);
  reader.string();
  return { line: reader.i32(), id: reader.remaining >= 4 ? reader.i32() : -1 };
}

/** The layout depends on the version sent by the client that last started a session. We try them and take the one that consumes all bytes. */
export function readAnyVersion<Data>(read: (version: number) => Data): Data {
  for (const version of [2, 1])
    try {
      return read(version);
    } catch {
      // Another version.
    }
  return read(0);
}

/** Frames include a module from version 1 on. */
export function readCallStack(body: Uint8Array, version: number): StackFrame[] {
  const reader = new ByteReader(body);
  const frames: StackFrame[] = [];
  for (let left = reader.count(12); left > 0; left--) {
    // Suffix that the compiler adds to event implementations.
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
  // Skip address and size, which are for data breakpoints.
  if (version >= 2) reader.skip(9);
  return variable;
}
