/** Determines Unity's version symbols by the Editor version of a project. */
import type { Truth } from "../outline/conditions.ts";

const WRITTEN = /^m_EditorVersion:\s*(\d+)\.(\d+)\.(\d+)/m;
/** Matches `UNITY_5_3_OR_NEWER` to `UNITY_6000_0_OR_NEWER`. */
const NEWER = /^UNITY_(\d+)_(\d+)_OR_NEWER$/;

/** Returns undefined for other symbols, and for an unknown version. @param text content of ProjectVersion.txt */
export function unitySymbol(text: string, name: string): Truth {
  const version = WRITTEN.exec(text)?.slice(1).map(Number);
  if (!version) return undefined;
  const wanted = NEWER.exec(name)?.slice(1).map(Number);
  if (!wanted) return undefined;
  const difference = (at: number) => (version[at] ?? 0) - (wanted[at] ?? 0);
  const [major, minor] = [difference(0), difference(1)];
  return major !== 0 ? major > 0 : minor >= 0;
}
