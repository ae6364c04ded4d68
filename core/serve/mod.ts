/** HTTP frontend, started by `main.ts`. */
export { serveHttp } from "./http-server.ts";
