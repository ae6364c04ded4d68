/** Compares the names with other plugins to find conflicts and missing tools. */
import { didYouMean, type PluginFile, STANDARD_PARAMETERS, type ToolFile } from "../host/frontend-api.ts";
import type { Finding } from "./lint.ts";

/** Required tools must exist and accept the linked parameters. A plugin's own names must differ clearly from theirs. */
export function lintNames(file: PluginFile, loaded: readonly KnownTool[]): Finding[] {
  const others = loaded.map(({ name }) => name);
  const taken = loaded
    .filter(({ name }) => Object.hasOwn(file.tools, name))
    .map(({ name, plugin }): Finding => {
      const what = `has the same name as a tool of plugin "${plugin}", so it was left out`;
      return { level: "error", where: `tools.${name}`, what, write: "Choose another name" };
    });
  const known = [...others, ...Object.keys(file.tools)];
  const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "");
  const strangers = (file.permissions.invoke ?? []).flatMap((name, at): Finding[] => {
    if (known.includes(name)) return [];
    const near = didYouMean(name, known);
    const write = near ? `Did you mean "${near}"?` : "Name a tool of `jig tools`, or install its plugin";
    return [
      { level: "error", where: `permissions.invoke.${at}`, what: `names "${name}", which is not a tool here`, write },
    ];
  });
  const alike = Object.keys(file.tools).flatMap((name): Finding[] => {
    const other = others.find((each) => each !== name && plain(each) === plain(name));
    if (other === undefined) return [];
    const write = "Choose a name that cannot be mistaken for the other";
    return [{ level: "warning", where: `tools.${name}`, what: `looks like "${other}", another plugin's tool`, write }];
  });
  return [...taken, ...strangers, ...alike, ...lintLinks(file, loaded)];
}

/** A loaded tool with all names that it accepts. */
export interface KnownTool {
  name: string;
  plugin: string;
  parameters: readonly string[];
}

function lintLinks({ tools, contributes }: PluginFile, loaded: readonly KnownTool[]): Finding[] {
  const parameters = new Map(loaded.map((tool) => [tool.name, tool.parameters]));
  for (const [name, tool] of Object.entries(tools)) parameters.set(name, parametersOf(tool));
  const links = Object.entries(tools).flatMap(([name, { output }]) =>
    (output.rows ?? []).flatMap(({ links = [], heading }, row) => {
      const where = `tools.${name}.output.rows.${row}`;
      return [
        ...links.map((link, at) => ({ link, where: `${where}.links.${at}` })),
        ...(heading?.links ?? []).map((link, at) => ({ link, where: `${where}.heading.links.${at}` })),
      ];
    }),
  );
  const jumps = (contributes?.jumps ?? []).map((link, at) => ({ link, where: `contributes.jumps.${at}` }));
  return [...links, ...jumps].flatMap(({ link, where }): Finding[] => {
    const takes = parameters.get(link.tool);
    if (!takes) {
      const near = didYouMean(link.tool, [...parameters.keys()]);
      const write = near ? `Did you mean "${near}"?` : "Name a tool of `jig tools`, or install its plugin";
      return [{ level: "error", where: `${where}.tool`, what: `is "${link.tool}", which is not a tool here`, write }];
    }
    const strange = Object.keys(link.input).filter((name) => !takes.includes(name));
    return strange.map((name) => {
      const near = didYouMean(name, takes);
      const write = near ? `Did you mean "${near}"?` : `Known: ${takes.join(", ")}`;
      return { level: "error", where: `${where}.input.${name}`, what: `is not a parameter of "${link.tool}"`, write };
    });
  });
}

export function parametersOf({ input, synonyms = {}, plan }: ToolFile): string[] {
  const added = [...Object.keys(STANDARD_PARAMETERS), ...(plan ? ["apply"] : [])];
  return [...Object.keys(input.properties ?? {}), ...Object.keys(synonyms), ...added];
}
