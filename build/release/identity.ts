/** Name, version and URLs for all artifacts, from package.json and the publication settings. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { PUBLISHED } from "../publication.ts";

const TOP = join(import.meta.dirname, "..", "..");

export interface Identity {
  version: string;
  description: string;
  license: string;
  /** `owner/name` on GitHub. */
  repository: string;
  /** `@owner`. */
  npmScope: string;
  image?: string;
  licenseFile: string;
  readmeFile: string;
}

/** `named` defaults to the published repository, then the clone's origin. Throws if there's neither, as all URLs depend on it. */
export function identityOf(named: string | undefined): Identity {
  const { version, description, license } = packageJson;
  const repository = named ?? PUBLISHED.repository ?? origin();
  return {
    version,
    description,
    license,
    repository,
    npmScope: PUBLISHED.npmScope ?? `@${(repository.split("/")[0] ?? "").toLowerCase()}`,
    ...(PUBLISHED.image === undefined ? {} : { image: PUBLISHED.image }),
    licenseFile: join(TOP, "LICENSE"),
    readmeFile: join(TOP, "README.md"),
  };
}

function origin(): string {
  const { stdout } = spawnSync("git", ["remote", "get-url", "origin"], { cwd: TOP, encoding: "utf8" });
  const name = /github\.com[:/]([^/]+\/[^/]+?)(\.git)?\s*$/.exec(stdout ?? "")?.[1];
  if (!name) throw new Error("This clone's origin is not on GitHub: name the repository with --repository owner/name");
  return name;
}

export function downloadUrl({ repository, version }: Identity, file: string): string {
  return `https://github.com/${repository}/releases/download/v${version}/${file}`;
}
