/** Compile errors pushed by the editor. There's one message per file after each compile; an empty list means no errors. */
import { ByteReader } from "./byte-reader.ts";

export interface EditorDiagnostic {
  message: string;
  /** 1-based. 0 or less refers to the file. */
  line: number;
  character: number;
  severity: "error" | "warning" | "info";
}

export interface FileDiagnostics {
  /** Absolute, with forward slashes. */
  path: string;
  diagnostics: EditorDiagnostic[];
}

/** Throws ENCODING for a malformed body. */
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
