/** Defines the scopes of files for queries. It is a separate module, because the manifest only needs this. */

export const SCOPES = ["assets", "packages", "embedded", "library", "all"] as const;
export type FileScope = (typeof SCOPES)[number];

/** Every file is in one area, and a scope is a set of areas. */
export type Area = "assets" | "embedded" | "library" | "local";

export const AREAS: Record<FileScope, readonly Area[]> = {
  assets: ["assets"],
  embedded: ["embedded"],
  library: ["library"],
  packages: ["embedded", "library", "local"],
  all: ["assets", "embedded", "library", "local"],
};
