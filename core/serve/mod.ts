/** The HTTP door: `main.ts` starts it. */
export { serveHttp } from "./serve.ts";
