/** In ms. Much less than the minutes a wrong wait would take, but more than a busy machine needs. */
export const SOON_MS = 20_000;
