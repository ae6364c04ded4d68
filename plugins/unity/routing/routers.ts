/** One backend router per project in use. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { BackendRouter, type Backends } from "./backend-router.ts";

export class Routers {
  readonly #host: ServiceContext;
  readonly #backendsOf: (projectRoot: string) => Backends;
  readonly #routers = new Map<string, BackendRouter>();

  /** Called once per project, on first use. */
  constructor(host: ServiceContext, backendsOf: (projectRoot: string) => Backends) {
    this.#host = host;
    this.#backendsOf = backendsOf;
  }

  of(projectRoot: string): BackendRouter {
    let router = this.#routers.get(projectRoot);
    if (!router) {
      router = new BackendRouter(this.#host, projectRoot, this.#backendsOf(projectRoot));
      this.#routers.set(projectRoot, router);
    }
    return router;
  }

  /** Nothing to close. Connections don't outlive their command. */
  close(): void {
    this.#routers.clear();
  }
}
