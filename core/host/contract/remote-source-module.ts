/** Describes the interface of modules that read remote files. */
import type { Context } from "./context.ts";
import type { RemoteCandidates, RemoteFiles, RemotePath, RemoteQuery, RemoteVersion } from "./remote-source.ts";

/** The interface that a module must implement to read and search remote files. */
export interface RemoteSourceModule {
  /** @throws PATH_NOT_FOUND, UNAVAILABLE */
  locate(path: string, context: Context): Promise<RemotePath>;
  find(roots: readonly string[], query: RemoteQuery, context: Context): Promise<RemoteCandidates>;
  /** All files are from the same version. The result may contain fewer files than requested. */
  read(from: RemoteVersion, paths: readonly string[], context: Context): Promise<RemoteFiles>;
}
