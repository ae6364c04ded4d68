/** Decodes a PNG and scales it to the size of a terminal. It runs on a separate thread. */
import { inflateSync } from "node:zlib";
import { JigError } from "../contract/errors.ts";
import type { SmallImage } from "../contract/picture.ts";

export const IMAGE_WORKER = "image";

export interface ImageRequest {
  base64: string;
  /** The maximum width in pixels. The aspect ratio is kept. */
  width: number;
  height: number;
}

const MAX_PIXELS = 64_000_000;
/** All other chunks are metadata, and could contain too much compressed data. */
const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const SIGNATURE = 8;

/**
 * Decodes a PNG and makes it smaller so that it fits. Images that are small enough are not scaled.
 * @throws ENCODING unless it's a PNG, LIMIT_EXCEEDED if it's too large
 */
export async function scaledImage({ base64, width, height }: ImageRequest): Promise<SmallImage> {
  const decoded = await decoded8(bare(Buffer.from(base64, "base64")));
  const { width: w, height: h } = decoded;
  const scale = Math.min(1, width / w, height / h);
  const small = { width: Math.max(1, Math.floor(w * scale)), height: Math.max(1, Math.floor(h * scale)) };
  const rgb = new Uint8Array(small.width * small.height * 3);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const [left, right] = [Math.floor((x * w) / small.width), Math.ceil(((x + 1) * w) / small.width)];
      const [top, bottom] = [Math.floor((y * h) / small.height), Math.ceil(((y + 1) * h) / small.height)];
      rgb.set(average(decoded, left, top, right, bottom), (y * small.width + x) * 3);
    }
  }
  return { ...small, rgb, of: { width: w, height: h } };
}

/** Reduces the file to its required chunks, and verifies that there is exactly as much data as the header says. */
function bare(file: Buffer): Buffer {
  const needed: Buffer[] = [file.subarray(0, SIGNATURE)];
  const packed: Buffer[] = [];
  for (let at = SIGNATURE; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const kind = file.toString("latin1", at + 4, at + 8);
    const chunk = file.subarray(at, at + 12 + length);
    if (NEEDED.has(kind)) needed.push(chunk);
    if (kind === "IDAT") packed.push(chunk.subarray(8, 8 + length));
    at += 12 + length;
  }
  const header = needed[1];
  if (header?.toString("latin1", 4, 8) !== "IHDR" || header.length < 25) throw new JigError("ENCODING", "Not a PNG");
  const [width, height] = [header.readUInt32BE(8), header.readUInt32BE(12)];
  if (width * height > MAX_PIXELS)
    throw new JigError("LIMIT_EXCEEDED", `An image of ${width} × ${height} is too large`);
  // There are up to eight bytes per pixel and one per row. Interlaced images have rows from several passes.
  inflateSync(Buffer.concat(packed), { maxOutputLength: width * height * 8 + 8 * (height + 8) });
  return Buffer.concat(needed);
}

interface Pixels {
  width: number;
  height: number;
  channels: number;
  data: ArrayLike<number>;
  /** The largest possible sample. */
  top: number;
}

async function decoded8(file: Buffer): Promise<Pixels> {
  const { convertIndexedToRgb, decode } = await import("fast-png");
  const png = decode(file);
  const { width, height } = png;
  if (png.palette) {
    const data = convertIndexedToRgb(png);
    return { width, height, channels: data.length / (width * height), data, top: 255 };
  }
  return { width, height, channels: png.channels, data: png.data, top: 2 ** Math.max(8, png.depth) - 1 };
}

/** Computes the mean color of an area. Transparent pixels are blended with black. */
function average(pixels: Pixels, left: number, top: number, right: number, bottom: number): number[] {
  const { width, channels, data } = pixels;
  const sample = (at: number) => data[at] ?? 0;
  const step = channels < 3 ? 0 : 1;
  const hasAlpha = channels === 2 || channels === 4;
  let [red, green, blue] = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * channels;
      const opacity = hasAlpha ? sample(at + channels - 1) / pixels.top : 1;
      red += sample(at) * opacity;
      green += sample(at + step) * opacity;
      blue += sample(at + 2 * step) * opacity;
    }
  }
  const count = (right - left) * (bottom - top);
  return [red, green, blue].map((each) => Math.round((each / count / pixels.top) * 255));
}
