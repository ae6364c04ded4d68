/** What a plugin that reaches files elsewhere has to give. */
import type { Context } from "./context.ts";
import type { SourceFiles, SourceFinding, SourcePlace, SourceQuestion, SourceVersion } from "./remote-source.ts";

/** A path scheme with a reader and a searcher. */
export interface SourceModule {
  /** Throws PATH_NOT_FOUND, UNAVAILABLE. */
  locate(path: string, context: Context): Promise<SourcePlace>;
  find(roots: readonly string[], question: SourceQuestion, context: Context): Promise<SourceFinding>;
  /** Of one version, at most as many as were asked for. */
  read(from: SourceVersion, paths: readonly string[], context: Context): Promise<SourceFiles>;
}
