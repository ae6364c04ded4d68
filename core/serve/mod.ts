/** The HTTP frontend: `main.ts` starts it. */
export { serveHttp } from "./http-server.ts";
