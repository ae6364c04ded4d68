/** Reads other messages of the editor, which are the language settings and the assets based on script classes. */
import { ByteReader } from "./byte-reader.ts";

/** The body has a version followed by booleans for automatic imports and, since version 2, whether `float` is `float64`. */
export function readSettings(body: Uint8Array): { version: number; floatIsFloat64: boolean | undefined } {
  const reader = new ByteReader(body);
  const version = reader.remaining < 4 ? 0 : reader.i32();
  if (reader.remaining < 8 || version < 2) return { version, floatIsFloat64: undefined };
  reader.bool();
  return { version, floatIsFloat64: reader.bool() };
}

export interface EditorAsset {
  /** A path such as `/Game/Folder/Name`. */
  path: string;
  /** The name is empty if the asset was removed. */
  className: string;
}

/** Throws ENCODING if the body is malformed. */
export function readAssets(body: Uint8Array): EditorAsset[] {
  const reader = new ByteReader(body);
  reader.i32();
  const assets: EditorAsset[] = [];
  // The number counts strings and not pairs.
  for (let left = reader.count(4) >> 1; left > 0; left--) {
    const path = reader.string();
    assets.push({ path, className: reader.string() });
  }
  return assets;
}
