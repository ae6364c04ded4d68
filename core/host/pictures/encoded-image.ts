/**
 * Encodes images for terminals, as sixels or as a PNG that only has the pixels which are shown. The original file isn't
 * checked, so it is never passed on.
 */
import type { WorkerModule } from "../contract/define.ts";
import type { EncodedImage, PictureForm } from "../contract/picture.ts";
import { type ImageRequest, scaledImage } from "./scaled-image.ts";
import { sixelsOf } from "./sixel.ts";

export interface EncodeRequest extends ImageRequest {
  form: PictureForm;
  /** The maximum factor by which small images are enlarged. */
  enlarge: number;
}

export const imageWorker: WorkerModule = {
  default: async (request: ImageRequest | EncodeRequest) =>
    "form" in request ? await encodedImage(request) : await scaledImage(request),
};

/** Throws the same errors as `scaledImage`. */
export async function encodedImage({ form, enlarge, ...request }: EncodeRequest): Promise<EncodedImage> {
  const small = await scaledImage(request);
  const times = Math.max(1, Math.floor(Math.min(enlarge, request.width / small.width, request.height / small.height)));
  const [width, height] = [small.width * times, small.height * times];
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (Math.floor(y / times) * small.width + Math.floor(x / times)) * 3;
      pixels.set(small.rgb.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  const data = form === "png" ? await pngOf(pixels, width, height) : sixelsOf(pixels, width, height);
  return { width, height, of: small.of, data };
}

async function pngOf(data: Uint8Array, width: number, height: number): Promise<string> {
  const { encode } = await import("fast-png");
  return Buffer.from(encode({ width, height, data, channels: 3 })).toString("base64");
}
