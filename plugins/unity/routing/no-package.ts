/** Creates the error for a project that has no package to reach the Editor with. Waiting wouldn't help in this case. */
import type { JigError } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";

export const NO_PACKAGE = "The project has no package through which jig can reach its Editor";

export const INSTALL =
  "Unity's Package Manager > Add package by name: com.unity.pipeline (Unity 6), or from git: " +
  "https://github.com/hatayama/unity-cli-loop.git?path=/Packages/src (Unity 2022.3 and later)";

export function noPackageError(): JigError {
  return editorError("EDITOR_NOT_REACHABLE", NO_PACKAGE, {
    hint: `Install one: ${INSTALL}`,
    details: { dispatched: false },
  });
}
