/**
 * Of a call that waited for nothing, ms: below the minutes that waiting in vain would take, and far above what a busy machine needs.
 */
export const SOON_MS = 20_000;
