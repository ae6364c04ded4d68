/** Package manager manifests and the install script, with URLs and hashes of the archives. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { downloadUrl, type Identity } from "./identity.ts";
import { archiveName, TARGETS, type Target } from "./targets.ts";

/** Hex SHA-256 by file name. */
export type Sums = ReadonlyMap<string, string>;

/** For `sha256sum -c`. */
export function checksumFile(sums: Sums): string {
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sum]) => `${sum}  ${name}\n`)
    .join("");
}

function targetOf(id: string): Target {
  return TARGETS.find((target) => target.id === id)!;
}

export function homebrewFormula(identity: Identity, sums: Sums): string {
  const source = (id: string, indent: string) => {
    const name = archiveName(targetOf(id), identity.version);
    return `${indent}url "${downloadUrl(identity, name)}"\n${indent}sha256 "${sums.get(name)}"\n`;
  };
  const system = (name: string, arm: string, intel: string) =>
    `  on_${name} do\n    on_arm do\n${source(arm, "      ")}    end\n    on_intel do\n${source(intel, "      ")}    end\n  end\n`;
  return `class Jig < Formula
  desc "Tools over a code base for AI agents, scripts and people"
  homepage "https://github.com/${identity.repository}"
  version "${identity.version}"
  license "${identity.license}"

${system("macos", "darwin-arm64", "darwin-x64")}
${system("linux", "linux-arm64", "linux-x64")}
  def install
    bin.install "jig"
    generate_completions_from_executable(bin/"jig", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/jig --version")
  end
end
`;
}

/** Includes autoupdate for later releases. */
export function scoopManifest(identity: Identity, sums: Sums): string {
  const machines = { "64bit": targetOf("windows-x64"), arm64: targetOf("windows-arm64") };
  const latest = { ...identity, version: "$version" };
  const forEach = (entry: (target: Target) => object) =>
    Object.fromEntries(Object.entries(machines).map(([machine, target]) => [machine, entry(target)]));
  const manifest = {
    version: identity.version,
    description: identity.description,
    homepage: `https://github.com/${identity.repository}`,
    license: identity.license,
    architecture: forEach((target) => {
      const name = archiveName(target, identity.version);
      return { url: downloadUrl(identity, name), hash: sums.get(name) };
    }),
    bin: "jig.exe",
    checkver: "github",
    autoupdate: {
      architecture: forEach((target) => ({ url: downloadUrl(latest, archiveName(target, "$version")) })),
      hash: { url: `$baseurl/SHA256SUMS` },
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Install script for this release. */
export function installScript({ version, repository }: Identity): string {
  return readFileSync(join(import.meta.dirname, "install.sh"), "utf8")
    .replace("@VERSION@", version)
    .replace("@REPOSITORY@", repository);
}
