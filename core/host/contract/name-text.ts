/**
 * Represents file names that are not UTF-8, which Unix allows. In text, each byte that isn't valid is one of 128 private
 * characters. The path functions of every runtime keep these characters, and they are not used in ordinary names. If a name
 * contains them anyway, their own bytes are replaced in the same way, so that text and bytes always mean the same name.
 */

/** Matches one character of UTF-8, or a byte that is not part of any character. */
const CHARACTER =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4(?!\x8f[\xba\xbb])[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;
/** U+10FE80 is byte 0x80. */
const BASE = 0x10_fe00;
const RAW_BYTE = /[\u{10fe80}-\u{10feff}]/gu;
/** In UTF-16, all of them begin with this unit. */
const HIGH_HALF = "\udbff";

export function textOfName(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("latin1")
    .replace(CHARACTER, (character) =>
      character.length === 1
        ? String.fromCodePoint(BASE + character.charCodeAt(0))
        : Buffer.from(character, "latin1").toString("utf8"),
    );
}

/** Returns true for a name, or text with names in it, that is not UTF-8. */
export function hasRawBytes(text: string): boolean {
  return text.includes(HIGH_HALF) && text.search(RAW_BYTE) >= 0;
}

/** Converts text that may contain such names to bytes. */
export function bytesOfText(text: string): Buffer {
  if (!hasRawBytes(text)) return Buffer.from(text);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { 0: byte, index } of text.matchAll(RAW_BYTE)) {
    parts.push(Buffer.from(text.slice(at, index)), Buffer.of((byte.codePointAt(0) ?? 0) - BASE));
    at = index + byte.length;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(at))]);
}

/** Returns text for people, which has U+FFFD in place of such bytes. */
export function readableText(text: string): string {
  return hasRawBytes(text) ? text.replace(RAW_BYTE, "\ufffd") : text;
}
