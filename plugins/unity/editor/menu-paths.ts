/** Menu paths for messages, old names included. */

/** Starts the server in uLoopMCP 2. */
export const SERVER_WINDOW = "Window > Unity CLI Loop > Server (older versions: Window > uLoop, or Window > uLoopMCP)";
/** Permissions, disabled tools. */
export const SETTINGS_WINDOW =
  "Window > Unity CLI Loop > Settings (older versions: Window > uLoop, or Window > uLoopMCP)";
/** Never renamed in 3.x. */
export const LOOP_SETTINGS = "Window > Unity CLI Loop > Settings";
/** Editor is up, server isn't. Most of the time it's reloading, but a start with compile errors won't fix itself. */
export const NOT_BACK =
  "Unity may be reloading: try again in a while. If it does not come back, look at Unity's Console: after compile errors at " +
  "startup, Unity is in Safe Mode, where no package runs; otherwise restart it";
export const COPLAY_WINDOW = "Window > MCP for Unity > Toggle MCP Window";
