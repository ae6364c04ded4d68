/** Examples of read-only tools with repeatable answers on the fixture project. */
import type { ToolInfo } from "../../core/host/frontend-api.ts";
import { runJig } from "../jig.ts";

export interface RepeatableCall {
  name: string;
  title: string;
  input: object;
}

/** Excludes plans, which have random names, and examples of `code`, which are about web files. */
export function repeatableCalls(project: string, isCalled = (_tool: string) => true): RepeatableCall[] {
  const tools: ToolInfo[] = JSON.parse(runJig(["tools", "--json", "--root", project]).stdout);
  return tools
    .filter(({ name, plugin, plan, effect, listed }) => {
      const isAlike = !plan && plugin !== "changes" && plugin !== "code";
      return isAlike && effect === "read" && listed && isCalled(name);
    })
    .flatMap(({ name, examples }) => examples.map(({ title, input }) => ({ name, title, input })));
}
