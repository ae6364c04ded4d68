/** Contains the HTTP frontend, which `main.ts` starts. */
export { serveHttp } from "./http-server.ts";
