/** Converts input from the terminal to key names, such as `a`, `ctrl+p`, `shift+tab`, `pageup` and `alt+left`. */
import type { Key } from "ink";

export interface KeyPress {
  /** The name of the key. */
  name: string;
  /** The character that the key types, if any. */
  text?: string;
}

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

/**
 * The sequences that terminals send for F1. Ink does not support function keys, so they are replaced with another key.
 */
const F1 = /\u001b(?:OP|\[11~|\[\[A)/g;
const F1_STANDS_FOR = "\u001b?";

/** Replaces F1 in the terminal's input with a key that Ink passes on. */
export function withFunctionKeys(chunk: string): string {
  return chunk.replace(F1, F1_STANDS_FOR);
}

/**
 * Returns the keys in a chunk of input. Fast typing, or a program that sends `text⏎`, can put many keys into one chunk.
 */
export function keyPresses(input: string, key: Key): KeyPress[] {
  if (key.eventType === "release") return [];
  const named = NAMED.find(([flag]) => key[flag]);
  if (named) {
    // Ink sets `meta` for Alt+Enter and Alt with an arrow key, but also for a single Escape.
    const alt = key.meta && named[1] !== "escape" ? "alt+" : "";
    return [{ name: `${key.ctrl ? "ctrl+" : ""}${alt}${key.shift ? "shift+" : ""}${named[1]}` }];
  }
  if (key.ctrl) return input === "" ? [] : [{ name: `ctrl+${input === " " ? "space" : input}` }];
  if (key.meta && input === "?") return [{ name: "f1" }];
  if (key.meta) return input === "" ? [] : [{ name: `alt+${input}` }];
  return typedKeys(input);
}

/** Returns the keys of text without sequences. */
export function typedKeys(input: string): KeyPress[] {
  return [...input].flatMap((character): KeyPress[] => {
    if (character === "\r") return [{ name: "enter" }];
    if (character === "\n") return [{ name: "ctrl+j" }];
    if (character === "\t") return [{ name: "tab" }];
    if (character === "\u007f" || character === "\b") return [{ name: "backspace" }];
    // These are control characters: ctrl+a is 1 and ctrl+z is 26.
    if (character < " ") return [{ name: `ctrl+${String.fromCharCode(character.charCodeAt(0) + 96)}` }];
    return [{ name: character === " " ? "space" : character, text: character }];
  });
}

/** Formats a key name for display. */
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
