/** Scopes of files for queries. Separate, because the manifest needs only this. */

export const SCOPES = ["assets", "packages", "embedded", "library", "all"] as const;
export type FileScope = (typeof SCOPES)[number];

/** The area of a file; a scope is a set of areas. */
export type Area = "assets" | "embedded" | "library" | "local";

export const AREAS: Record<FileScope, readonly Area[]> = {
  assets: ["assets"],
  embedded: ["embedded"],
  library: ["library"],
  packages: ["embedded", "library", "local"],
  all: ["assets", "embedded", "library", "local"],
};
