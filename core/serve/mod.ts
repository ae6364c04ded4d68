/** The HTTP door: `main.ts` starts it. */
export { serveHttp } from "./http-server.ts";
