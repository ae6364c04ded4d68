/** Converts the raw input of the terminal to the names of keys, such as `a`, `ctrl+p`, `shift+tab`, `pageup` and `alt+left`. */
import type { Key } from "ink";

export interface KeyPress {
  name: string;
  /** This is not set for keys that don't type anything. */
  text?: string;
}

export const ESCAPE: KeyPress = { name: "escape" };

const NAMED = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "delete"],
] as const;

/** F1, in the forms that various terminals send. Ink has no function keys. */
const F1 = /\u001b(?:OP|\[11~|\[\[A)/g;
const F1_STANDS_FOR = "\u001b?";

/** Replaces F1 by a key that Ink passes on. */
export function withFunctionKeys(chunk: string): string {
  return chunk.replace(F1, F1_STANDS_FOR);
}

/**
 * Returns the keys in a chunk. There can be many of them, because the user types fast or because a program sends `text
 * `.
 */
export function keyPresses(input: string, key: Key): KeyPress[] {
  if (key.eventType === "release") return [];
  const named = NAMED.find(([flag]) => key[flag]);
  if (named) {
    // Ink sets `meta` for Alt+Enter and Alt+arrow, but unfortunately also for a lone Escape.
    const alt = key.meta && named[1] !== "escape" ? "alt+" : "";
    return [{ name: `${key.ctrl ? "ctrl+" : ""}${alt}${key.shift ? "shift+" : ""}${named[1]}` }];
  }
  if (key.ctrl) return input === "" ? [] : [{ name: `ctrl+${input === " " ? "space" : input}` }];
  if (key.meta && input === "?") return [{ name: "f1" }];
  if (key.meta) return input === "" ? [] : [{ name: `alt+${input}` }];
  return typedKeys(input);
}

/** Returns the keys in a chunk of text that has no escape sequences. */
export function typedKeys(input: string): KeyPress[] {
  return [...input].flatMap((character): KeyPress[] => {
    if (character === "\r") return [{ name: "enter" }];
    if (character === "\n") return [{ name: "ctrl+j" }];
    if (character === "\t") return [{ name: "tab" }];
    if (character === "\u007f" || character === "\b") return [{ name: "backspace" }];
    // The control characters range from ctrl+a = 1 to ctrl+z = 26.
    if (character < " ") return [{ name: `ctrl+${String.fromCharCode(character.charCodeAt(0) + 96)}` }];
    return [{ name: character === " " ? "space" : character, text: character }];
  });
}

/** Returns the name of a key as we display it. */
export function keyLabel(name: string): string {
  const labels: Record<string, string> = {
    enter: "⏎",
    escape: "esc",
    up: "↑",
    down: "↓",
    left: "←",
    right: "→",
    pageup: "pgup",
    pagedown: "pgdn",
    backspace: "⌫",
    f1: "F1",
  };
  return name
    .split(/\+(?=.)/)
    .map((part) => (part === "ctrl" ? "^" : part === "shift" ? "⇧" : part === "alt" ? "⌥" : (labels[part] ?? part)))
    .join("");
}
