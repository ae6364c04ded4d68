/** What the editor says besides types and diagnostics: the settings of its language, and which assets are made from script classes. */
import { ByteReader } from "./byte-reader.ts";

/** A version, then booleans: automatic imports and, from the second version on, whether `float` is `float64`. */
export function readFloatSetting(body: Uint8Array): boolean | undefined {
  const reader = new ByteReader(body);
  if (reader.remaining < 12 || reader.i32() < 2) return undefined;
  reader.bool();
  return reader.bool();
}

export interface EditorAsset {
  /** `/Game/Folder/Name`. */
  path: string;
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
    const className = reader.string();
    // An empty class says that the asset is gone.
    if (className !== "") assets.push({ path, className });
  }
  return assets;
}
