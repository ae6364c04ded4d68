/** The pictures of answers, in the size of the pane: read and made small on another thread, so they arrive later. */
import { type Media, type SmallImage, toJigError } from "../../core/host/door-api.ts";
import type { Room } from "./picture.ts";

export type Seen = SmallImage | "waiting" | (string & {});

export interface Images {
  /** The picture, `waiting`, or why there is none. `room` is in pixels. */
  image(media: Media, room: Room): Seen;
}

export function createImages(
  shrink: (media: Media, width: number, height: number) => Promise<SmallImage>,
  arrived: () => void,
): Images {
  const seen = new WeakMap<Media, { key: string; image: Seen }>();
  return {
    image(media, { width, height }) {
      const key = `${width} ${height}`;
      const known = seen.get(media);
      if (known?.key === key) return known.image;
      const settle = (image: Seen) => {
        // The pane has another size by now.
        if (seen.get(media)?.key !== key) return;
        seen.set(media, { key, image });
        arrived();
      };
      seen.set(media, { key, image: "waiting" });
      void shrink(media, width, height).then(settle, (error) => settle(toJigError(error, "show the picture").advice));
      return "waiting";
    },
  };
}
