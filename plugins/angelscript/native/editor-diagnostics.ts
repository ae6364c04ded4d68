/**
 * Receives the compile errors that the editor sends. After each compile there is one message per file, and an empty list means
 * that it has no errors.
 */
import { ByteReader } from "./byte-reader.ts";

export interface EditorDiagnostic {
  message: string;
  /** The 1-based line. If it is 0 or less, the message is about the whole file. */
  line: number;
  character: number;
  severity: "error" | "warning" | "info";
}

export interface FileDiagnostics {
  /** An absolute path with forward slashes. */
  path: string;
  diagnostics: EditorDiagnostic[];
}

/** Throws ENCODING if the body is malformed. */
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
