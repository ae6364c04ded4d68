/** Where jig is published: the one place that says it. */

/** The channels. No text mentions one that is not set. */
export interface Publication {
  /** `owner/name` on GitHub: releases, the install script and every address in the artifacts. */
  repository?: string;
  /** The npm scope that the publisher owns: `@owner`. The package is `@owner/jig`. */
  npmScope?: string;
  /** The Homebrew tap, `owner/name` of the repository without `homebrew-`: Homebrew installs from taps only. */
  tap?: string;
  /** The Scoop bucket, `owner/name` of its repository. */
  bucket?: string;
  /** The container image without its tag: `ghcr.io/owner/jig`. */
  image?: string;
}

/** A publisher fills this in, and runs `bun build/docs.ts`: README, docs and releases follow. */
export const PUBLISHED: Publication = {};
