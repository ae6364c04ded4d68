/** Loads and scales pictures on another thread, so they appear later. */
import {
  type EncodedImage,
  type Media,
  type PictureForm,
  type SmallImage,
  toJigError,
} from "../../core/host/frontend-api.ts";
import type { Loadable, PaneSize } from "./picture-window.ts";

export interface ImageLoader {
  /** Returns a picture whose size is in pixels. */
  image(media: Media, size: PaneSize): Loadable<SmallImage>;
  /** Returns an encoded picture, or undefined if the terminal doesn't support it. `pane` is in characters. */
  encoded(media: Media, pane: PaneSize): Loadable<EncodedImage> | undefined;
}

export interface ImageLoaderOptions {
  shrink(media: Media, width: number, height: number): Promise<SmallImage>;
  encode(
    media: Media,
    form: PictureForm,
    size: { width: number; height: number; enlarge: number },
  ): Promise<EncodedImage>;
  /** Returns the protocol for pixels and the size of a cell. */
  pixels(): { protocol: "kitty" | "sixel"; cell: { width: number; height: number } } | undefined;
  arrived(): void;
}

export function createImageLoader({ shrink, encode, pixels, arrived }: ImageLoaderOptions): ImageLoader {
  const image = cachedOne<SmallImage>(arrived);
  const encoded = cachedOne<EncodedImage>(arrived);
  return {
    image: (media, { width, height }) => image(media, `${width} ${height}`, () => shrink(media, width, height)),
    encoded(media, { width, height }) {
      const shown = pixels();
      if (!shown) return undefined;
      const { protocol, cell } = shown;
      const size = { width: width * cell.width, height: height * cell.height, enlarge: cell.width };
      return encoded(media, JSON.stringify([protocol, size]), () =>
        encode(media, protocol === "kitty" ? "png" : "sixel", size),
      );
    },
  };
}

type Keep<Image> = (media: Media, key: string, make: () => Promise<Image>) => Loadable<Image>;

/**
 * Caches the latest size of each picture, and scales only one at a time. While the window is being resized, we need a new size
 * on every step, so we skip those that are outdated by the time the worker is free.
 */
function cachedOne<Image>(arrived: () => void): Keep<Image> {
  const seen = new WeakMap<Media, { key: string; image: Loadable<Image> }>();
  let isMaking = false;
  return (media, key, make) => {
    const known = seen.get(media);
    if (known?.key === key) return known.image;
    if (isMaking) return "waiting";
    isMaking = true;
    const settle = (image: Loadable<Image>) => {
      isMaking = false;
      seen.set(media, { key, image });
      arrived();
    };
    void make().then(settle, (error) => settle(toJigError(error, "show the picture").advice));
    return "waiting";
  };
}
