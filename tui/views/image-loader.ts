/** The pictures of answers, in the size of the pane: read and made small on another thread, so they arrive later. */
import {
  type EncodedImage,
  type Media,
  type PictureForm,
  type SmallImage,
  toJigError,
} from "../../core/host/frontend-api.ts";
import type { Loadable, PaneSize } from "./picture-window.ts";

export interface ImageLoader {
  /** `size` is in pixels. */
  image(media: Media, size: PaneSize): Loadable<SmallImage>;
  /** As the terminal takes it, for so many characters; undefined where it takes none. */
  encoded(media: Media, pane: PaneSize): Loadable<EncodedImage> | undefined;
}

export interface ImageLoaderOptions {
  shrink(media: Media, width: number, height: number): Promise<SmallImage>;
  encode(
    media: Media,
    form: PictureForm,
    size: { width: number; height: number; enlarge: number },
  ): Promise<EncodedImage>;
  /** How the terminal shows pixels now. */
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

/** The last of each picture is kept. One is made at a time: while a window is dragged, only what it is in the end. */
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
