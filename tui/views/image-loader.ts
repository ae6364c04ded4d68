/** Loads and scales pictures on another thread. They show up later. */
import {
  type EncodedImage,
  type Media,
  type PictureForm,
  type SmallImage,
  toJigError,
} from "../../core/host/frontend-api.ts";
import type { Loadable, PaneSize } from "./picture-window.ts";

export interface ImageLoader {
  /** In pixels. */
  image(media: Media, size: PaneSize): Loadable<SmallImage>;
  /** `pane` is in characters. Undefined if the terminal can't do it. */
  encoded(media: Media, pane: PaneSize): Loadable<EncodedImage> | undefined;
}

export interface ImageLoaderOptions {
  shrink(media: Media, width: number, height: number): Promise<SmallImage>;
  encode(
    media: Media,
    form: PictureForm,
    size: { width: number; height: number; enlarge: number },
  ): Promise<EncodedImage>;
  /** Pixel protocol and cell size. */
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
 * Caches the latest size of each picture, and has only one picture scaled at a time. While the window is being resized
 * it asks for a new size on every step; we skip the ones that are out of date by the time the worker is free.
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
