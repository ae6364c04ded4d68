/** Drops late replies to programs that ran before, such as colors (OSC) and names (DCS), and X10 mouse reports. Ink would insert them as text. */

import { createSequenceFilter } from "./sequence-filter.ts";

/** The lengths are bounded, because each of these may also be typed with Alt. */
const REPLY =
  /\u001b\]\d{1,4};[^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\)|\u001bP[\d;>=!$]{1,40}[^\u001b]{0,1000}\u001b\\|\u001b\[M[\s\S]{3}/g;
/** A reply that was split across reads. */
const BROKEN =
  /\u001b(?:\]\d{1,4}(?:;[^\u0007\u001b]{0,1000}\u001b?)?|P[\d;>=!$]{1,40}[^\u001b]{0,1000}\u001b?|\[M[\s\S]{0,2})$/;
/** A reply arrives within a few reads, so anything that takes longer was typed. */
const MAX_READS = 3;

export function createReplyFilter(): (chunk: string) => string {
  return createSequenceFilter(REPLY, BROKEN, undefined, MAX_READS);
}
