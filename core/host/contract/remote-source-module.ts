/** The module of a plugin that reads remote files. */
import type { Context } from "./context.ts";
import type { RemoteCandidates, RemoteFiles, RemotePath, RemoteQuery, RemoteVersion } from "./remote-source.ts";

/** A path scheme with a reader and a searcher. */
export interface RemoteSourceModule {
  /** Throws PATH_NOT_FOUND, UNAVAILABLE. */
  locate(path: string, context: Context): Promise<RemotePath>;
  find(roots: readonly string[], query: RemoteQuery, context: Context): Promise<RemoteCandidates>;
  /** Reads files of one version. May return fewer than requested. */
  read(from: RemoteVersion, paths: readonly string[], context: Context): Promise<RemoteFiles>;
}
