/** Software bill of materials (CycloneDX), validated with the official library. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { type BundledPackage, bundledPackages, licenseTexts } from "./inside.ts";
import { BUN_LIBRARIES, type NativePart, RIPGREP_CRATES, RIPGREP_LIBRARIES, TABLES } from "./native-parts.ts";

const FORMAT = "1.6";

interface Component {
  type: "library" | "platform" | "application" | "data";
  name: string;
  "bom-ref": string;
  group?: string;
  version?: string;
  purl?: string;
  licenses?: { license: { name: string } | { id: string } }[] | { expression: string }[];
  externalReferences?: { type: string; url: string }[];
  components?: Component[];
}

export interface Materials {
  /** CycloneDX JSON. */
  sbom: string;
  /** License texts with the packages that use them. */
  licenses: string;
  components: number;
}

/** `rg` is only used for its version. `validator` is a folder with the validation library in node_modules. */
export async function billOfMaterials(rg: string, validator: string): Promise<Materials> {
  const packages = await bundledPackages();
  const ripgrep = versionOf(rg);
  const components = componentsOf(packages, ripgrep);
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: FORMAT,
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: "jig",
        version: packageJson.version,
        "bom-ref": `jig@${packageJson.version}`,
        licenses: [{ license: { id: packageJson.license } }],
      },
    },
    components,
  };
  const sbom = `${JSON.stringify(bill, null, 2)}\n`;
  await validate(sbom, validator);
  return { sbom, licenses: licenseTexts(packages, ripgrep), components: components.length };
}

export function versionOf(rg: string): string {
  const version = /^ripgrep (\S+)/.exec(spawnSync(rg, ["--version"], { encoding: "utf8" }).stdout)?.[1];
  if (!version) throw new Error(`${rg} does not report its version`);
  return version;
}

export function componentsOf(packages: readonly BundledPackage[], ripgrep: string): Component[] {
  const bun = packageJson.packageManager.replace("bun@", "");
  const runtime = `pkg:github/oven-sh/bun@bun-v${bun}`;
  const search = `pkg:cargo/ripgrep@${ripgrep}`;
  return [
    ...packages.map(({ name, version, license }): Component => {
      const [group, plain] = name.startsWith("@") ? name.split("/") : [undefined, name];
      const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ""}${plain}@${version}`;
      return {
        type: "library",
        ...(group ? { group } : {}),
        name: plain,
        version,
        purl,
        "bom-ref": purl,
        licenses: licensesOf(license),
      };
    }),
    {
      type: "platform",
      name: "bun",
      version: bun,
      purl: runtime,
      "bom-ref": runtime,
      licenses: licensesOf("MIT"),
      components: BUN_LIBRARIES.map((part) => partComponent(part, "library", "bun")),
    },
    {
      type: "application",
      name: "ripgrep",
      version: ripgrep,
      purl: search,
      "bom-ref": search,
      licenses: licensesOf("Unlicense OR MIT"),
      components: [
        ...RIPGREP_CRATES.map((name): Component => ({ type: "library", name, "bom-ref": `ripgrep/${name}` })),
        ...RIPGREP_LIBRARIES.map((part) => partComponent(part, "library", "ripgrep")),
      ],
    },
    ...TABLES.map((part) => partComponent(part, "data", "table")),
  ];
}

function partComponent({ name, license, url }: NativePart, type: Component["type"], within: string): Component {
  return {
    type,
    name,
    "bom-ref": `${within}/${name}`,
    licenses: licensesOf(license),
    externalReferences: [{ type: "website", url }],
  };
}

/** License id, SPDX expression, or plain text. */
function licensesOf(license: string): NonNullable<Component["licenses"]> {
  if (/ (OR|AND|WITH) /.test(license)) return [{ expression: license }];
  return [{ license: /^[\w.-]+$/.test(license) ? { id: license } : { name: license } }];
}

/** Validates against the CycloneDX schema. */
async function validate(sbom: string, folder: string): Promise<void> {
  const { Validation } = createRequire(join(folder, "package.json"))("@cyclonedx/cyclonedx-library");
  const faults: unknown = await new Validation.JsonStrictValidator(FORMAT).validate(sbom);
  if (faults) throw new Error(`jig.cdx.json is not CycloneDX ${FORMAT}: ${JSON.stringify(faults)}`);
}

export function writeMaterials(folder: string, { sbom, licenses }: Materials): void {
  writeFileSync(join(folder, "jig.cdx.json"), sbom);
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licenses);
}
