/** A scriptable backend that records requests. */
import type { Backend, BackendName } from "../../../plugins/unity/backends/backend.ts";
import type { Command, CommandContext, EditorAnswer } from "../../../plugins/unity/command/command.ts";
import type { CommandOutcome } from "../../../plugins/unity/command/receipt.ts";
import type { EditorStatus } from "../../../plugins/unity/editor/editor-status.ts";
import type { ToolCatalog } from "../../../plugins/unity/editor/tool-catalog.ts";

type Sending = (command: Command, context: CommandContext) => Promise<EditorAnswer> | EditorAnswer;

export class FakeBackend implements Backend {
  readonly name: BackendName;
  ver: string | undefined;
  installed = false;
  alive = false;
  returning = false;
  readonly commands: Command[] = [];
  state: EditorStatus = {
    state: "not running",
    why: "nothing listens",
    fix: "Nothing was sent. Open the project",
    endpoint: "",
    settingsFile: null,
    locks: [],
    unityVersion: "",
    ver: "",
    tools: undefined,
  };
  answer: Sending = () => ({ result: { Success: true }, warnings: [] });

  constructor(name: BackendName) {
    this.name = name;
  }

  get title(): string {
    return `${this.name} ${this.ver ?? "?"}`;
  }

  isInstalled(): boolean {
    return this.installed;
  }

  async isAlive(): Promise<boolean> {
    return this.alive;
  }

  async isReturning(): Promise<boolean> {
    return this.returning;
  }

  async run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    this.commands.push(command);
    return this.answer(command, context);
  }

  compile(params: Command["params"], id: string, context: CommandContext): Promise<EditorAnswer> {
    return this.run({ method: "compile", params, repeatable: false, id }, context);
  }

  async catalog(context: CommandContext): Promise<ToolCatalog> {
    await this.answer({ method: "get-tool-details", params: {}, repeatable: true }, context);
    return { tools: [], ver: this.ver ?? "" };
  }

  async status(): Promise<EditorStatus> {
    return this.state;
  }

  async findOutcome(): Promise<CommandOutcome | undefined> {
    return undefined;
  }
}
