/** Current menu paths for messages, with the names in older versions. */

/** Opens and starts the server of uLoopMCP 2. */
export const SERVER_WINDOW = "Window > Unity CLI Loop > Server (older versions: Window > uLoop, or Window > uLoopMCP)";
/** Permissions and disabled tools. */
export const SETTINGS_WINDOW =
  "Window > Unity CLI Loop > Settings (older versions: Window > uLoop, or Window > uLoopMCP)";
/** The 3.x line has one name only. */
export const LOOP_SETTINGS = "Window > Unity CLI Loop > Settings";
/** Advice if the Editor runs but its server does not answer: usually a reload, or a start with compile errors, which is permanent. */
export const NOT_BACK =
  "Unity may be reloading: ask again in a while. If it does not come back, look at Unity's Console: with compile errors at its " +
  "start it is in Safe Mode, where no package runs; else restart it";
export const COPLAY_WINDOW = "Window > MCP for Unity > Toggle MCP Window";
