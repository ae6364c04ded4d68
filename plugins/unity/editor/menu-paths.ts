/** Menu paths to use in messages, with their names in older versions. */

/** Opens the window that starts uLoopMCP 2's server. */
export const SERVER_WINDOW = "Window > Unity CLI Loop > Server (older versions: Window > uLoop, or Window > uLoopMCP)";
/** Permissions and disabled tools. */
export const SETTINGS_WINDOW =
  "Window > Unity CLI Loop > Settings (older versions: Window > uLoop, or Window > uLoopMCP)";
/** 3.x only ever had one name. */
export const LOOP_SETTINGS = "Window > Unity CLI Loop > Settings";
/** Advice if the Editor is running but its server doesn't answer. Usually it is reloading. A start with compile errors is permanent. */
export const NOT_BACK =
  "Unity may be reloading: try again in a while. If it does not come back, look at Unity's Console: after compile errors at " +
  "startup, Unity is in Safe Mode, where no package runs; otherwise restart it";
export const COPLAY_WINDOW = "Window > MCP for Unity > Toggle MCP Window";
