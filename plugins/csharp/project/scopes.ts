/** Which files a question is about; the manifest needs no more of a project than this. */

export const SCOPES = ["assets", "packages", "embedded", "library", "all"] as const;
export type FileScope = (typeof SCOPES)[number];

/** The kind of a file's place; a scope is a set of these. */
export type Area = "assets" | "embedded" | "library" | "local";

export const AREAS: Record<FileScope, readonly Area[]> = {
  assets: ["assets"],
  embedded: ["embedded"],
  library: ["library"],
  packages: ["embedded", "library", "local"],
  all: ["assets", "embedded", "library", "local"],
};
