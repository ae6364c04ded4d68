/** Parses and validates symbols in a response. */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";

export interface SymbolMatch {
  name: string;
  kind: string;
  container: string;
  line: number;
  /** 1-based, in UTF-16 code units. */
  column: number;
  text: string;
}

export interface SymbolsOfFile {
  path: string;
  repo: string;
  version: string;
  branches: string[];
  symbols: SymbolMatch[];
}

/** `strange` creates the error for an invalid response. */
export function symbolsOf(file: Json, strange: (what: string) => Error): SymbolsOfFile {
  if (!isObject(file) || typeof file.FileName !== "string" || typeof file.Repository !== "string") {
    throw strange("Result.Files");
  }
  const chunks = file.ChunkMatches ?? [];
  if (!Array.isArray(chunks)) throw strange("ChunkMatches");
  return {
    path: file.FileName,
    repo: file.Repository,
    version: typeof file.Version === "string" ? file.Version : "",
    branches: Array.isArray(file.Branches) ? file.Branches.filter((each) => typeof each === "string") : [],
    symbols: chunks.flatMap((chunk) => inChunk(chunk, strange)),
  };
}

function inChunk(chunk: Json, strange: (what: string) => Error): SymbolMatch[] {
  if (!isObject(chunk) || typeof chunk.Content !== "string" || !Array.isArray(chunk.Ranges))
    throw strange("ChunkMatches");
  const infos = chunk.SymbolInfo ?? [];
  if (!Array.isArray(infos)) throw strange("SymbolInfo");
  const content = Buffer.from(chunk.Content, "base64");
  const start = at(chunk.ContentStart);
  if (!start) throw strange("ContentStart");
  return chunk.Ranges.flatMap((range, index) => {
    const [from, to] = isObject(range) ? [at(range.Start), at(range.End)] : [];
    const info = infos[index] ?? null;
    if (!from || !to) throw strange("Ranges");
    if (!isObject(info) || typeof info.Sym !== "string") return [];
    const [first, last] = [from.offset - start.offset, to.offset - start.offset];
    if (first < 0 || last < first || last > content.length) throw strange("Ranges");
    const lineStart = content.lastIndexOf(10, first - 1) + 1;
    const lineEnd = content.indexOf(10, first);
    const line = content.subarray(first === 0 ? 0 : lineStart, lineEnd < 0 ? content.length : lineEnd);
    return {
      name: info.Sym,
      kind: textIn(info, "Kind"),
      container: textIn(info, "Parent"),
      line: from.line,
      column: content.toString("utf8", first === 0 ? 0 : lineStart, first).length + 1,
      text: line.toString("utf8").replace(/\r$/, ""),
    };
  });
}

function at(place: Json | undefined): { offset: number; line: number } | undefined {
  if (place === undefined || !isObject(place)) return undefined;
  const { ByteOffset: offset, LineNumber: line } = place;
  return typeof offset === "number" && typeof line === "number" && line > 0 ? { offset, line } : undefined;
}

function textIn(info: JsonObject, field: string): string {
  const value = info[field];
  return typeof value === "string" ? value : "";
}
