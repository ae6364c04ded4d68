/** `asset:<name>` is the path of an embedded file; compile.ts resolves it for the target. */
declare module "asset:*" {
  const path: string;
  export default path;
}

/** Paths of the embedded grammars by the asset's name, each compressed by Zstandard; build/embed-grammars.ts makes the module. */
declare module "embedded:grammars" {
  const paths: ReadonlyMap<string, string>;
  export default paths;
}

/** SHA-256 of each embedded file, in hex, by the name of its asset; compile.ts makes it. */
declare module "asset:hashes" {
  const hashes: Readonly<Record<string, string>>;
  export default hashes;
}
