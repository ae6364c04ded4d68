/** Keeps a backend router for each project. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { BackendRouter, type Backends } from "./backend-router.ts";

export class Routers {
  readonly #host: ServiceContext;
  readonly #backendsOf: (projectRoot: string) => Backends;
  readonly #routers = new Map<string, BackendRouter>();

  /** Called once for each project when it is first used. */
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

  /** There is nothing to close, since connections only exist as long as their command. */
  close(): void {
    this.#routers.clear();
  }
}
