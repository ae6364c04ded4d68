/** Contains menu paths for messages, including old names. */

/** The menu item that starts the server in uLoopMCP 2. */
export const SERVER_WINDOW = "Window > Unity CLI Loop > Server (older versions: Window > uLoop, or Window > uLoopMCP)";
/** The menu item for permissions and disabled tools. */
export const SETTINGS_WINDOW =
  "Window > Unity CLI Loop > Settings (older versions: Window > uLoop, or Window > uLoopMCP)";
/** This item has the same name in all versions of 3.x. */
export const LOOP_SETTINGS = "Window > Unity CLI Loop > Settings";
/**
 * The Editor is running but its server isn't. In most cases it is reloading, but a start with compile errors has to be fixed by
 * the user.
 */
export const NOT_BACK =
  "Unity may be reloading: try again in a while. If it does not come back, look at Unity's Console: after compile errors at " +
  "startup, Unity is in Safe Mode, where no package runs; otherwise restart it";
export const COPLAY_WINDOW = "Window > MCP for Unity > Toggle MCP Window";
