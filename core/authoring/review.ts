/** Creates the full review of a plugin, by which the user decides whether to trust it. Nothing is shortened or hidden. */
import { createHash } from "node:crypto";
import {
  type FolderContent,
  type PluginFile,
  riskyPermissions,
  type Sandboxes,
  type WiderGrant,
  whyUnsandboxed,
} from "../host/frontend-api.ts";
import { packageLines } from "./bundled.ts";
import { revealed, revealedLines, suspicions, textsOf } from "./revealed-text.ts";
import { contentDiff } from "./text-diff.ts";

export interface ReviewOptions {
  folder: string;
  file: PluginFile;
  content: FolderContent;
  /** The content that was approved earlier. */
  before: FolderContent | undefined;
  /** The verb for the earlier approval. */
  since: string;
  /** True if the user has just seen all of `before`, so that permissions and changes are enough. */
  isBrief?: boolean;
  /** Permissions that `before` does not have. */
  more?: readonly string[];
  sandboxes: Sandboxes;
  wider: readonly WiderGrant[];
}

export function review(options: ReviewOptions): string {
  const { folder, file, content, before, since, isBrief, more = [], sandboxes, wider } = options;
  const suspicious: string[] = [];
  const text = (where: string, value: string) => {
    for (const suspicion of suspicions(value)) suspicious.push(`! ${revealed(where)} ${suspicion}`);
    return revealedLines(value).replaceAll("\n", "\n    ");
  };
  const head = [
    ...(more.length > 0 ? [`It asks for more than you approved: ${more.map(revealed).join(", ")}`, ""] : []),
    `Plugin ${file.name} ${file.version}: ${text("The title", file.title)}`,
    `Folder ${revealed(folder)}`,
    `Hash   ${content.hash}`,
    "",
    text("The description", file.description),
    "",
    "Permissions",
    ...permissionLines(file),
    ...wider.flatMap(grantLines),
    `  memory: ${file.memoryMb} MB for each process and everything it starts`,
    `  storage: ${file.storageMb} MB on disk`,
    "",
    ...sandboxLines(file, sandboxes),
  ];
  const lines = [
    ...head,
    "",
    "Tools",
    ...Object.entries(file.tools).flatMap(([name, tool]) => [
      `  ${revealed(name)} (${tool.effect}): ${text(`The title of ${name}`, tool.title)}`,
      `    ${text(`The description of ${name}`, tool.description)}`,
      `    runs ${revealed(typeof tool.handler === "string" ? tool.handler : JSON.stringify(tool.handler.command))}`,
      ...parameterLines(name, tool.input, text),
    ]),
    ...otherLines(file, text),
    ...packageLines(content),
    "",
    "Files",
    ...fileLines(content),
  ];
  // Texts that aren't covered above are shown too, such as nested descriptions, hints and titles of prompts, because a model
  // may see them.
  const above = lines.join("\n").replaceAll("\n    ", "\n");
  const rest = textsOf(file).filter(({ text: each }) => !above.includes(revealedLines(each)));
  if (rest.length > 0) {
    lines.push("", "Other text in plugin.json");
    for (const { where, text: each } of rest) lines.push(`  ${revealed(where)}: ${text(where, each)}`);
  }
  for (const { where } of textsOf(file))
    for (const suspicion of suspicions(where)) suspicious.push(`! A name in plugin.json ${suspicion}`);
  const shown = isBrief ? head : lines;
  if (before) shown.push("", `Changed since ${since}`, ...contentDiff(before, content).map((line) => `  ${line}`));
  return [...shown, ...(suspicious.length > 0 ? ["", "Look closer", ...new Set(suspicious)] : [])].join("\n");
}

/** Returns the review of a folder without a manifest. Building it runs plugin.ts. */
export function sourceReview(folder: string, content: FolderContent): string {
  return [
    `Folder ${revealed(folder)}`,
    `Hash   ${content.hash}`,
    "",
    "It has no readable plugin.json, so plugin.ts is run without permissions to make one",
    "",
    "Files",
    ...fileLines(content),
  ].join("\n");
}

function fileLines(content: FolderContent): string[] {
  return content.files.map(({ path, bytes, executable }) => {
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
    return `  ${hash} ${String(bytes.length).padStart(9)} ${executable ? "x" : " "} ${revealed(path)}`;
  });
}

function permissionLines({ permissions }: PluginFile): string[] {
  const lines = Object.entries(permissions).flatMap(([kind, granted]) =>
    granted && granted.length > 0 ? [`  ${kind}: ${granted.map((each) => revealed(each)).join(", ")}`] : [],
  );
  return lines.length > 0 ? lines : ["  none"];
}

const MAX_PLACES = 12;

/** Used for programs that are installed outside of system folders. */
function grantLines({ program, path, read, startsAny }: WiderGrant): string[] {
  const any = `  ! ${revealed(program)} (${revealed(path)}) is run by a shell: it may start any program on the system`;
  const starts = startsAny ? [any] : [];
  if (read.length === 0) return starts;
  const shown = read.slice(0, MAX_PLACES).map((place) => `      ${revealed(place)}`);
  const rest = read.length > MAX_PLACES ? [`      and ${read.length - MAX_PLACES} more of the same installation`] : [];
  return [
    ...starts,
    `  ! its processes may also read, to run ${revealed(program)} (${revealed(path)}):`,
    ...shown,
    ...rest,
  ];
}

function sandboxLines(file: PluginFile, sandboxes: Sandboxes): string[] {
  const { kernel, deno } = sandboxes;
  if (kernel) {
    return [
      "Confined: the kernel confines all its processes to these permissions, whatever language they are in",
      ...kernel.gaps.map((gap) => `! This kernel does not confine ${gap}`),
      ...(file.permissions.net?.length && !kernel.networks
        ? [
            "! This system has no private networks for programs: only modules reach hosts, and framed commands through jig",
          ]
        : []),
    ];
  }
  const why = whyUnsandboxed(file, sandboxes);
  if (!why) return [`Sandboxed: ${deno} confines its modules to these permissions`];
  const risky = riskyPermissions(file);
  return [
    `NOT SANDBOXED: ${why}. Its code can do whatever you can.`,
    ...(risky.length > 0 ? [`It asks for ${risky.map(revealed).join(", ")}.`] : []),
    "That needs --unsandboxed.",
  ];
}

type Text = (where: string, value: string) => string;

/** Descriptions of parameters are shown to the model. */
function parameterLines(tool: string, input: Record<string, unknown>, text: Text): string[] {
  const properties = input.properties ?? {};
  return Object.entries(properties).map(([name, { description }]) => {
    const shown = typeof description === "string" ? `: ${text(`The parameter ${name} of ${tool}`, description)}` : "";
    return `    --${revealed(name)}${shown}`;
  });
}

function otherLines(file: PluginFile, text: Text): string[] {
  const { languages = [], prompts = [], cliAliases = [], finders = [], doctor } = file.contributes ?? {};
  const lines = [
    ...languages.map(
      ({ title, extensions, symbols, grammar }) =>
        `  language ${revealed(title)} (${extensions.join(" ")}) from ${revealed(symbols ?? grammar ?? "nothing")}`,
    ),
    ...prompts.map(({ name, text: prompt }) => `  prompt ${revealed(name)}: ${text(`The prompt ${name}`, prompt)}`),
    ...cliAliases.map(
      ({ flag, command = "", tool }) =>
        `  ${flag === undefined ? "command" : "flag"} ${revealed(flag ?? command)} calls ${revealed(tool)}`,
    ),
    ...finders.map(
      ({ title, tool, prefix }) =>
        `  search ${text("The title of a search", title)}${prefix === undefined ? "" : ` (${revealed(prefix)})`} calls ${revealed(tool)}`,
    ),
    ...(doctor ? [`  doctor from ${revealed(doctor)}`] : []),
    ...(file.service ? [`  service from ${revealed(file.service)}`] : []),
    ...Object.entries(file.workers ?? {}).map(
      ([name, { module }]) => `  worker ${revealed(name)} from ${revealed(module)}`,
    ),
  ];
  return lines.length > 0 ? ["", "Contributes", ...lines] : [];
}
