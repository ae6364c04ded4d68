/** Creates the plugin's service, which has a router for each project and supports five backends. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { CliLoopBackend } from "../backends/cli-loop/backend.ts";
import { CoplayBackend } from "../backends/coplay/backend.ts";
import { GamedevBackend } from "../backends/gamedev/backend.ts";
import { PipelineBackend } from "../backends/pipeline/backend.ts";
import { ULoopBackend } from "../backends/uloop/backend.ts";
import { TIMEOUTS } from "../command/timeouts.ts";
import { Routers } from "../routing/routers.ts";

export async function open(host: ServiceContext): Promise<Routers> {
  return new Routers(host, (projectRoot) => ({
    "cli-loop": new CliLoopBackend(host, projectRoot, TIMEOUTS),
    pipeline: new PipelineBackend(host, projectRoot, TIMEOUTS),
    uloop: new ULoopBackend(host, projectRoot, TIMEOUTS),
    gamedev: new GamedevBackend(host, projectRoot, TIMEOUTS),
    coplay: new CoplayBackend(host, projectRoot, TIMEOUTS),
  }));
}
