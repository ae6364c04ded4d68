/** The scopes of files that a query can have. This is a separate module because the manifest needs nothing else. */

export const SCOPES = ["assets", "packages", "embedded", "library", "all"] as const;
export type FileScope = (typeof SCOPES)[number];

/** The area that a file belongs to. A scope is a set of areas. */
export type Area = "assets" | "embedded" | "library" | "local";

export const AREAS: Record<FileScope, readonly Area[]> = {
  assets: ["assets"],
  embedded: ["embedded"],
  library: ["library"],
  packages: ["embedded", "library", "local"],
  all: ["assets", "embedded", "library", "local"],
};
