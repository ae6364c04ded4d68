/** Lists the names of the editor tools' actions. */

export const EDITOR_ACTIONS = ["openDefinition", "openAsset", "createBlueprint", "stopPlay"] as const;

export const DEBUG_ACTIONS = [
  ...([
    "status",
    "attach",
    "setBreakpoint",
    "clearBreakpoints",
    "pause",
    "continue",
    "stepOver",
    "stepIn",
    "stepOut",
  ] as const),
  ...(["callStack", "variables", "evaluate", "detach"] as const),
] as const;
