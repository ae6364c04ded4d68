/** Compile errors as the editor pushes them: one message a file, after every compile; an empty one means that it is clean. */
import { ByteReader } from "./byte-reader.ts";

export interface EditorDiagnostic {
  message: string;
  /** From 1; 0 and below mean the file. */
  line: number;
  character: number;
  severity: "error" | "warning" | "info";
}

export interface FileDiagnostics {
  /** Absolute, with `/`. */
  path: string;
  diagnostics: EditorDiagnostic[];
}

/** Throws ENCODING for a body of another layout. */
export function readDiagnostics(body: Uint8Array): FileDiagnostics {
  const reader = new ByteReader(body);
  const path = reader.string().replaceAll("\\", "/");
  const diagnostics: EditorDiagnostic[] = [];
  for (let left = reader.count(20); left > 0; left--) {
    const message = reader.string();
    const line = reader.i32();
    const character = reader.i32();
    const isError = reader.bool();
    const isInfo = reader.bool();
    diagnostics.push({ message, line, character, severity: isInfo ? "info" : isError ? "error" : "warning" });
  }
  return { path, diagnostics };
}
