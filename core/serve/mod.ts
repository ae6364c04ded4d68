/** The HTTP door: `main.ts` starts it. */
export { type HttpOptions, serveHttp } from "./serve.ts";
