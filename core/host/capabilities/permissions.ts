/** Implements the permissions of plugins, which have the same names as in Deno. A plugin has none unless it declares them. */
import { realpathSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import type { ResolvedPath, ResolveOptions, Workspace } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import type { Effect, Permissions } from "../contract/plugin-schema.ts";
import { isInside, quoted, resolvePath, slashed } from "../workspace/path-rules.ts";
import { placeOf } from "../workspace/places-of-git.ts";

export interface PermissionGate {
  path(path: string, access: "read" | "write", options?: ResolveOptions): Promise<ResolvedPath>;
  run(command: string): void;
  net(target: string): boolean;
  env(name: string): boolean;
  invoke(tool: string): void;
}

/** The declared effect of a call. It limits the context, even if the plugin has more permissions. */
export interface CallLimits {
  tool: string;
  effect: Effect;
  openWorld: boolean;
}

export function createGate(
  plugin: string,
  permissions: Permissions,
  workspace: Workspace,
  readOnly: boolean,
  call?: CallLimits,
): PermissionGate {
  const denied = (kind: keyof Permissions, what: string) =>
    new JigError(
      "PERMISSION_DENIED",
      `The plugin "${plugin}" does not declare the ${kind} permission ${JSON.stringify(what)}`,
      {
        hint: `Add ${JSON.stringify(what)} to permissions.${kind} of its manifest`,
      },
    );
  const refuseRunLater = (path: ResolvedPath) => {
    const place = placeOf(path);
    if (!place || permissions.write?.includes(place.pattern)) return;
    throw new JigError("PERMISSION_DENIED", `${quoted(path.written)} is in ${place.pattern}: ${place.reason}`, {
      hint: `Write to another path. A plugin may write to this one only if its manifest names ${JSON.stringify(place.pattern)} in permissions.write`,
    });
  };
  return {
    async path(path, access, options) {
      if (access === "write" && readOnly) throw new JigError("PERMISSION_DENIED", "Writing is off under --read-only");
      if (access === "write" && call?.effect === "read") {
        throw new JigError("PERMISSION_DENIED", `${JSON.stringify(call.tool)} is declared read-only`, {
          hint: 'Set `effect: "write"` in its manifest, or `parameterEffects` for the parameter that makes it write',
        });
      }
      const granted = permissions[access] ?? [];
      const beyond = granted.filter((each) => isAbsolute(each)).find((folder) => holds(folder, path));
      if (beyond !== undefined) {
        const root = { name: basename(beyond), path: slashed(realpathSync.native(beyond)) };
        const resolved = resolvePath([root], path, options);
        if (access === "write") refuseRunLater(resolved);
        return resolved;
      }
      const resolved = await workspace.resolve(path, options);
      if (!granted.includes("workspace")) throw denied(access, "workspace");
      if (access === "write") refuseRunLater(resolved);
      return resolved;
    },
    run(command) {
      if (!permissions.run?.includes(command)) throw denied("run", command);
    },
    net: (target) => (call === undefined || call.openWorld || isLocal(target)) && allowsNet(permissions, target),
    env: (name) => permissions.env?.includes(name) ?? false,
    invoke(tool) {
      if (!permissions.invoke?.includes(tool)) throw denied("invoke", tool);
    },
  };
}

/**
 * Returns true if a target is one of the declared hosts. A grant of the form `host` allows any port, while `host:port` only
 * allows that one.
 */
export function allowsNet({ net = [] }: Permissions, target: string): boolean {
  return net.some((each) => each === target || each === target.replace(/:\d+$/, ""));
}

/** Returns true if the target is on this machine, which tools without `openWorld` may also connect to. */
function isLocal(target: string): boolean {
  return target === "unix" || /^(localhost|127(\.\d+){3}|\[?::1\]?)(:\d+)?$/.test(target);
}

function holds(folder: string, path: string): boolean {
  try {
    return isInside(realpathSync.native(folder), path);
  } catch {
    return false;
  }
}
