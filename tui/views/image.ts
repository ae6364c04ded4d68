/** Shows pictures one at a time. It uses pixels if possible, and otherwise half blocks, or shades if there is no color. */
import type { Media, SmallImage } from "../../core/host/frontend-api.ts";
import { clean } from "../text/clean.ts";
import { cut, type Line, line, type Span, span } from "../text/line.ts";
import type { PaneSize, Picture } from "./picture-window.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";

const SHADES = " .:-=+*#%@";

export function image({ view, media, image: seen, encoded, colored }: RenderInput): RenderedView {
  const nameOf = (each: Media | undefined) =>
    clean(each?.title ?? (each && "path" in each ? each.path : each?.mimeType) ?? "");
  // If there is only a single line, it is for the name.
  const pixelsOf = (chosen: Media | undefined, pane: PaneSize) =>
    chosen && pane.height > 1 ? encoded(chosen, insideOf(pane)) : undefined;
  const picture: Picture = {
    lines(cursor, _, pane) {
      const chosen = media[cursor];
      const inside = insideOf(pane);
      const inPixels = pixelsOf(chosen, pane);
      const small = inPixels ?? (chosen ? seen(chosen, { width: inside.width, height: inside.height * 2 }) : "");
      if (typeof small === "string") {
        const message = small === "waiting" ? line(span("Reading the picture…", "muted")) : line(span(small, "error"));
        return filled([message], inside, status(nameOf(chosen), "", pane.width));
      }
      const rendered = "data" in small ? [] : colored ? halfBlocks(small) : shades(small);
      const { width, height } = small.of;
      const size = `  ${width} × ${height}${media.length > 1 ? ` · ${cursor + 1} of ${media.length}: ↓` : ""}`;
      return filled(rendered, inside, status(nameOf(chosen), size, pane.width));
    },
    pixels(cursor, pane) {
      const inPixels = pixelsOf(media[cursor], pane);
      return typeof inPixels === "string" ? undefined : inPixels;
    },
    toward(cursor, direction) {
      const by = direction === "down" || direction === "right" ? 1 : -1;
      return Math.max(0, Math.min(cursor + by, media.length - 1));
    },
    inSight: (_, scroll) => scroll,
    at: () => undefined,
  };
  return {
    count: media.length,
    head: [],
    line: (index) => (media[index] ? line(nameOf(media[index])) : line()),
    row: (index) => (media[index] ? view.rows[0] : undefined),
    text: (index) => nameOf(media[index]),
    picture,
  };
}

export function isShown({ mimeType }: Media): boolean {
  return mimeType === "image/png";
}

/** The last line is for the name. */
function insideOf({ width, height }: PaneSize): PaneSize {
  return { width, height: Math.max(1, height - 1) };
}

function filled(lines: readonly Line[], { height }: PaneSize, last: Line): Line[] {
  return [...Array.from({ length: height }, (_, at) => lines[at] ?? line()), last];
}

function status(name: string, size: string, width: number): Line {
  return line(span(cut(name, Math.max(1, width - size.length), "start"), "title"), span(size, "muted"));
}

function halfBlocks(image: SmallImage): Line[] {
  const { width, height } = image;
  return Array.from({ length: Math.ceil(height / 2) }, (_, row): Line => {
    const spans: Span[] = [];
    for (let x = 0; x < width; x++) {
      const fg = colorAt(image, x, row * 2);
      const bg = row * 2 + 1 < height ? colorAt(image, x, row * 2 + 1) : undefined;
      const last = spans.at(-1);
      if (last && last.fg === fg && last.bg === bg) last.text += "▀";
      else spans.push({ text: "▀", tone: "plain", fg, ...(bg !== undefined && { bg }) });
    }
    return { spans };
  });
}

function colorAt({ rgb, width }: SmallImage, x: number, y: number): string {
  const at = (y * width + x) * 3;
  return `#${[0, 1, 2].map((part) => rgb[at + part]!.toString(16).padStart(2, "0")).join("")}`;
}

function shades(image: SmallImage): Line[] {
  const { rgb, width, height } = image;
  return Array.from({ length: Math.ceil(height / 2) }, (_, row): Line => {
    const letters = Array.from({ length: width }, (_, x) => {
      const at = (row * 2 * width + x) * 3;
      const light = (0.3 * rgb[at]! + 0.59 * rgb[at + 1]! + 0.11 * rgb[at + 2]!) / 256;
      return SHADES[Math.floor(light * SHADES.length)];
    });
    return line(letters.join("").trimEnd());
  });
}
