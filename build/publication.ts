/** Publication settings. */

/** Channels. Docs don't mention those that aren't set. */
export interface Publication {
  /** `owner/name` on GitHub. Used for releases, the install script and URLs. */
  repository?: string;
  /** npm scope `@owner`; the package is `@owner/jig`. */
  npmScope?: string;
  /** Homebrew tap as `owner/name`, without `homebrew-`. */
  tap?: string;
  /** Scoop bucket as `owner/name`. */
  bucket?: string;
  /** Container image without tag: `ghcr.io/owner/jig`. */
  image?: string;
}

/** To publish, fill this in and run `bun build/docs.ts`. README, docs and releases use it. */
export const PUBLISHED: Publication = {};
