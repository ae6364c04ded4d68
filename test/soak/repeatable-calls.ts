/** Examples of tools that read, as calls which the project of the fixtures answers alike each time. */
import type { ToolInfo } from "../../core/host/frontend-api.ts";
import { runJig } from "../jig.ts";

export interface RepeatableCall {
  name: string;
  title: string;
  input: object;
}

/** Plans get a new name each time, and the examples of `code` are about files of a web project. */
export function repeatableCalls(project: string, isCalled = (_tool: string) => true): RepeatableCall[] {
  const tools: ToolInfo[] = JSON.parse(runJig(["tools", "--json", "--root", project]).stdout);
  return tools
    .filter(({ name, plugin, plan, effect, listed }) => {
      const isAlike = !plan && plugin !== "changes" && plugin !== "code";
      return isAlike && effect === "read" && listed && isCalled(name);
    })
    .flatMap(({ name, examples }) => examples.map(({ title, input }) => ({ name, title, input })));
}
