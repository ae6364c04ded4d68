/** The bill of materials (CycloneDX), by the CycloneDX project's own tool, and the licences of all that is inside. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };

const TOP = join(import.meta.dirname, "..", "..");

interface License {
  license?: { id?: string; name?: string; text?: { content: string; encoding?: string } };
  expression?: string;
}

interface Component {
  type: string;
  name: string;
  group?: string;
  version: string;
  purl: string;
  "bom-ref"?: string;
  licenses?: License[];
  evidence?: { licenses?: License[] };
  externalReferences?: { type: string }[];
}

/** What is inside every executable and no npm dependency: the runtime, and the ripgrep that its package carries. */
function alsoInside(rg: string): Component[] {
  const bun = packageJson.packageManager.replace("bun@", "");
  const version = /^ripgrep (\S+)/.exec(spawnSync(rg, ["--version"], { encoding: "utf8" }).stdout)?.[1];
  if (!version) throw new Error(`${rg} does not say its version`);
  const mit = [{ license: { id: "MIT" } }];
  return [
    { type: "platform", name: "bun", version: bun, purl: `pkg:github/oven-sh/bun@bun-v${bun}`, licenses: mit },
    {
      type: "application",
      name: "ripgrep",
      version,
      purl: `pkg:cargo/ripgrep@${version}`,
      licenses: [{ expression: "Unlicense OR MIT" }],
    },
  ];
}

export interface Materials {
  /** CycloneDX JSON. */
  sbom: string;
  /** Every licence's text under the packages it is for. */
  licenses: string;
  components: number;
}

/** `rg`: this machine's ripgrep, asked for its version. */
export async function billOfMaterials(stage: string, scratch: string, rg: string): Promise<Materials> {
  const file = join(scratch, "sbom.json");
  const tool = join(stage, "node_modules", "@cyclonedx", "cyclonedx-npm", "bin", "cyclonedx-npm-cli.js");
  // Packages were installed by Bun, whose tree npm finds fault with where peers are concerned.
  const flags = ["--omit", "dev", "--ignore-npm-errors", "--output-reproducible", "--flatten-components"];
  const output = [
    "--gather-license-texts",
    "--mc-type",
    "application",
    "--output-format",
    "JSON",
    "--output-file",
    file,
  ];
  const { status, stderr } = spawnSync("node", [tool, ...flags, ...output], { cwd: TOP, encoding: "utf8" });
  if (status !== 0) throw new Error(`cyclonedx-npm failed:\n${stderr}`);
  const bill = JSON.parse(readFileSync(file, "utf8")) as { specVersion: string; components: Component[] };
  rmSync(file);
  const licenses = licenseTexts(bill.components);
  for (const component of bill.components) {
    delete component.evidence;
    // Where this machine fetched packages from is nobody else's business.
    component.externalReferences = component.externalReferences?.filter(({ type }) => type !== "distribution") ?? [];
  }
  bill.components.push(...alsoInside(rg).map((component) => ({ ...component, "bom-ref": component.purl })));
  const sbom = `${JSON.stringify(bill, null, 2)}\n`;
  await validate(sbom, bill.specVersion, stage);
  return { sbom, licenses, components: bill.components.length };
}

/** By the schema of the format, with the library of the tool: the bill is no longer what the tool wrote. */
async function validate(sbom: string, version: string, stage: string): Promise<void> {
  const { Validation } = createRequire(join(stage, "package.json"))("@cyclonedx/cyclonedx-library");
  const faults: unknown = await new Validation.JsonStrictValidator(version).validate(sbom);
  if (faults) throw new Error(`jig.cdx.json is not CycloneDX ${version}: ${JSON.stringify(faults)}`);
}

export function writeMaterials(folder: string, { sbom, licenses }: Materials): void {
  writeFileSync(join(folder, "jig.cdx.json"), sbom);
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licenses);
}

function licenseTexts(components: Component[]): string {
  const texts = new Map<string, string[]>();
  for (const { group, name, version, evidence, licenses } of components) {
    const title = `${group ? `${group}/` : ""}${name} ${version}`;
    const declared = (licenses ?? []).map(
      ({ license, expression }) => expression ?? license?.id ?? license?.name ?? "",
    );
    const found = (evidence?.licenses ?? []).flatMap(({ license }) =>
      license?.text
        ? [Buffer.from(license.text.content, license.text.encoding === "base64" ? "base64" : "utf8").toString()]
        : [],
    );
    for (const text of found.length > 0 ? found : [declared.join(" ")]) {
      const key = text.replaceAll("\r\n", "\n").trim();
      texts.set(key, [...(texts.get(key) ?? []), title]);
    }
  }
  const line = "-".repeat(80);
  return [...texts].map(([text, titles]) => `${line}\n${titles.join("\n")}\n${line}\n\n${text}\n`).join("\n");
}
