/** Contains rules that compare several declarations of one tool. */
import type { ManifestFault, PluginFile, ToolFile } from "../host/frontend-api.ts";

/** Views that show nothing but rows. */
const ROW_VIEWS: readonly string[] = ["table", "matches", "tree"];

/** Paging needs rows, and a plan can't declare its own output. */
export function answerFaults({ output, plan, input, view }: ToolFile, where: string): ManifestFault[] {
  const faults: ManifestFault[] = [];
  const own = Object.keys(input.properties ?? {});
  if (view !== undefined && ROW_VIEWS.includes(view) && !plan && (output.rows ?? []).length === 0)
    faults.push({
      where: `${where}.view`,
      what: `is ${view}, but there are no rows, so the answer is shown as JSON`,
      write: 'Declare them: "output": {"rows": [{"at": "/items", "columns": [{"field": "name"}]}]}',
    });
  if (output.next?.by === "page" && (output.rows ?? []).length === 0)
    faults.push({
      where: `${where}.output.next`,
      what: "continues by page, but there are no rows",
      write: "Declare rows",
    });
  if (output.next?.by === "page" && output.next.limit?.passed !== true && own.includes("limit")) {
    const write = `Remove it, or write "limit": {"passed": true} in ${where}.output.next if the tool reads it`;
    faults.push({
      where: `${where}.input.properties.limit`,
      what: "selects the page, so the tool never receives it",
      write,
    });
  }
  if (plan && own.includes("apply"))
    faults.push({
      where: `${where}.input.properties.apply`,
      what: "is added to every planning tool",
      write: "Remove it",
    });
  if (plan && (Object.keys(output).length > 1 || Object.keys(output.schema).length > 0))
    faults.push({
      where: `${where}.output`,
      what: "is not the output of a planning tool, which jig declares itself",
      write: "Remove it",
    });
  return faults;
}

/** Returns placeholders that have no argument. */
export function promptFaults({ contributes }: PluginFile): ManifestFault[] {
  return (contributes?.prompts ?? []).flatMap(({ text, arguments: known = [] }, at) => {
    const names = known.map(({ name }) => name);
    const asked = [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map(([, name = ""]) => name);
    return asked
      .filter((name) => !names.includes(name))
      .map((name) => {
        const write = names.length > 0 ? `Known: ${names.join(", ")}` : "Declare the argument";
        return { where: `contributes.prompts.${at}.text`, what: `uses {{${name}}}, which is not an argument`, write };
      });
  });
}
