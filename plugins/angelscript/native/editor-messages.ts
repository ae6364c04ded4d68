/** The editor's other messages: the settings of its language, and the assets made from script classes. */
import { ByteReader } from "./byte-reader.ts";

/** A version, then booleans: automatic imports and, from the second version on, whether `float` is `float64`. */
export function readSettings(body: Uint8Array): { version: number; floatIsFloat64: boolean | undefined } {
  const reader = new ByteReader(body);
  const version = reader.remaining < 4 ? 0 : reader.i32();
  if (reader.remaining < 8 || version < 2) return { version, floatIsFloat64: undefined };
  reader.bool();
  return { version, floatIsFloat64: reader.bool() };
}

export interface EditorAsset {
  /** `/Game/Folder/Name`. */
  path: string;
  /** Empty for a removed asset. */
  className: string;
}

/** Throws ENCODING for a body of another layout. */
export function readAssets(body: Uint8Array): EditorAsset[] {
  const reader = new ByteReader(body);
  reader.i32();
  const assets: EditorAsset[] = [];
  // Strings in pairs: the number is that of the strings.
  for (let left = reader.count(4) >> 1; left > 0; left--) {
    const path = reader.string();
    assets.push({ path, className: reader.string() });
  }
  return assets;
}
