/** Evaluates Unity's version symbols for the Editor version of a project. */
import type { Truth } from "../outline/conditions.ts";

const WRITTEN = /^m_EditorVersion:\s*(\d+)\.(\d+)\.(\d+)/m;
/** Matches `UNITY_5_3_OR_NEWER` up to `UNITY_6000_0_OR_NEWER`. */
const NEWER = /^UNITY_(\d+)_(\d+)_OR_NEWER$/;

/**
 * Returns undefined if it is not a version symbol or the version is unknown. `text` is the content of
 * ProjectVersion.txt.
 */
export function unitySymbol(text: string, name: string): Truth {
  const version = WRITTEN.exec(text)?.slice(1).map(Number);
  if (!version) return undefined;
  const wanted = NEWER.exec(name)?.slice(1).map(Number);
  if (!wanted) return undefined;
  const difference = (at: number) => (version[at] ?? 0) - (wanted[at] ?? 0);
  const [major, minor] = [difference(0), difference(1)];
  return major !== 0 ? major > 0 : minor >= 0;
}
