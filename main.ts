/** The composition root: chooses a frontend, gives it a host, and starts threads in their roles. */
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { isMainThread, workerData } from "node:worker_threads";
import {
  ANSWER_FLAGS,
  addressesOf,
  type Command,
  configFlags,
  type HostFlags,
  type Io,
  readConfigFlags,
  readMcpFlags,
  readServeFlags,
  readSetupFlags,
  runCli,
  SERVE_FLAGS,
  type Shell,
  serverVariables,
  setupFlags,
  wordFormat,
} from "./core/cli/mod.ts";
import { SCOPES } from "./core/clients/client.ts";
import { CLIENT_IDS } from "./core/clients/clients.ts";
import {
  CHILD_ROLE,
  chooseRoots,
  claimStdout,
  compileLater,
  createExecutables,
  createHost,
  createNodeRuntime,
  type Entry,
  exactArguments,
  rootsAreNamed,
  runPluginProcess,
  sourceAssets,
  standardError,
  standardInput,
  standardOutput,
  type ThreadData,
} from "./core/host/assembly.ts";
import type { Host, Runtime, TextOutput } from "./core/host/frontend-api.ts";
import packageJson from "./package.json" with { type: "json" };
import { BUILT_INS } from "./plugins/mod.ts";
import { runThread } from "./threads.ts";
import type { FirstScreen } from "./tui/first-screen.ts";

const PLUGIN_WORDS = [
  ...["new", "build", "check", "test", "dev", "pack", "key", "index"],
  ...["install", "update", "uninstall", "list", "trust", "untrust", "reload"],
];
const CONFIG_FLAGS = configFlags(CLIENT_IDS, SCOPES);
const SETUP_FLAGS = setupFlags(CLIENT_IDS, SCOPES);

/** Starts the command, or the thread's role. `first` is on the screen already. */
export async function main(entry: Entry, first?: FirstScreen): Promise<void> {
  const { version } = packageJson;
  const error = { write: (text: string) => process.stderr.write(text) };
  const runtime = createNodeRuntime({ entry, version, environment: process.env, error });
  if (!isMainThread) runThread(entry);
  else if (process.argv[2] === CHILD_ROLE) {
    const builtIn = (name: string) => BUILT_INS.find((plugin) => plugin.name === name);
    await runPluginProcess(process, runtime.startThread, builtIn);
  }
  // All output is written by now; an interrupted answer without a reader must not keep the process alive.
  else process.exit(await runCommandLine(runtime, entry, first));
}

async function runCommandLine(runtime: Runtime, { releases }: Entry, first: FirstScreen | undefined): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  const { env: environment } = process;
  let stdout: TextOutput | undefined;
  let stderr: TextOutput | undefined;
  const io = {
    // Each stream is made on first use: they take a tenth of a start.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      stdout ??= standardOutput(process);
      return stdout;
    },
    get stderr() {
      stderr ??= standardError(process);
      return stderr;
    },
    ownStreams: true,
    env: environment,
    cwd: process.cwd(),
    signal: stop.signal,
  } satisfies Io;
  /** For commands that talk with a person. */
  const nodeStreams = () => ({ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr });
  /** A plugin's environment variables, also by flags and files. */
  const environmentOf = async ({ zoekt }: HostFlags) => {
    const { configFolder: folder, home } = runtime;
    return {
      ...environment,
      ...(await serverVariables({ flags: zoekt, environment, folder, home, platform: process.platform })),
    };
  };
  const openHost = async (
    flags: HostFlags,
    { client, log = runtime.log, oneCall = false }: { client?: string[]; log?: Runtime["log"]; oneCall?: boolean } = {},
  ) => {
    if (oneCall) compileLater();
    return await createHost({
      oneCall,
      runtime: { ...runtime, log, environment: await environmentOf(flags) },
      builtIns: BUILT_INS,
      roots: chooseRoots({
        flags: flags.roots,
        environment,
        ...(client ? { client } : {}),
        cwd: process.cwd(),
        home: runtime.home,
      }),
      pluginFolders: flags.plugins,
      readOnly: flags.readOnly,
      ...(flags.audit === undefined ? {} : { audit: resolve(flags.audit) }),
    });
  };

  const place = async (open: () => Promise<Host>) => ({
    root: await open().then(
      (host) => host.workspace.roots[0]?.path,
      () => undefined,
    ),
    home: runtime.home ?? "",
    platform: process.platform,
    environment,
    self: runtime.self,
    configFolder: runtime.configFolder,
  });

  async function diagnose(open: () => Promise<Host>) {
    const { checkEnvironment, checkHost, unopened } = await import("./core/doctor/mod.ts");
    const { checkClients } = await import("./core/clients/mod.ts");
    const { locate } = createExecutables(runtime.assets, join(runtime.cacheFolder, "bin"), environment.PATH ?? "");
    const { bun, deno } = process.versions;
    return [
      ...(await checkEnvironment({ runtime, locate, engine: bun ? `bun ${bun}` : `deno ${deno}` })),
      ...(await open().then(checkHost, unopened)),
      ...checkClients(await place(open)),
    ];
  }

  async function configureClient(words: string[], shell: Shell): Promise<number> {
    const { configure } = await import("./core/clients/mod.ts");
    const { result, notices } = configure(readConfigFlags(words, CONFIG_FLAGS), await place(shell.host));
    await shell.print(result);
    for (const notice of notices) shell.say(notice);
    return 0;
  }

  const mcp: Command = {
    name: "mcp",
    usage: "[flags] | config --client NAME [--write|--remove]",
    words: ["config"],
    summary: "Serve the tools over MCP on stdin and stdout, or configure a client",
    flags: [...ANSWER_FLAGS, ...CONFIG_FLAGS],
    async run(words, shell) {
      if (words[0] === "config") return await configureClient(words.slice(1), shell);
      const { flags } = shell;
      const { serveMcp } = await import("./core/mcp/mod.ts");
      return await serveMcp((client) => openHost(flags, client ? { client } : {}), {
        input: standardInput(process),
        output: claimStdout(process, console),
        error: { write: (text) => io.stderr.write(text) },
        version: runtime.version,
        signal: stop.signal,
        ...wordFormat(flags),
        askForRoots: !rootsAreNamed({ flags: flags.roots, environment }),
        ...readMcpFlags(words),
      });
    },
  };

  const setup: Command = {
    name: "setup",
    usage: "[--client NAME] [--yes] [--shell DIR] [--undo]",
    summary: "Find the MCP clients on this machine, connect them to jig, and check the connections",
    flags: SETUP_FLAGS,
    async run(words, shell) {
      const { runSetup } = await import("./core/clients/mod.ts");
      return await runSetup(readSetupFlags(words, SETUP_FLAGS), await place(shell.host), {
        ...shell,
        ...nodeStreams(),
        signal: stop.signal,
      });
    },
  };

  const serve: Command = {
    name: "serve",
    usage: "[flags]",
    summary: "Serve the tools to a team, over MCP on HTTP",
    flags: SERVE_FLAGS,
    async run(words, { flags, say, print }) {
      const { token, tokenFile, noToken, writable, ...read } = readServeFlags(words);
      const { serveHttp } = await import("./core/serve/mod.ts");
      const open = () => openHost({ ...flags, readOnly: flags.readOnly || !writable });
      return await serveHttp(open, {
        ...read,
        token: {
          platform: process.platform,
          folder: runtime.configFolder,
          none: noToken,
          ...(token === undefined ? {} : { flag: token }),
          ...(tokenFile === undefined ? {} : { file: resolve(tokenFile) }),
          ...(environment.JIG_SERVE_TOKEN === undefined ? {} : { environment: environment.JIG_SERVE_TOKEN }),
        },
        ...wordFormat(flags),
        version: runtime.version,
        signal: stop.signal,
        onListening: print,
        note: say,
      });
    },
  };

  const plugin: Command = {
    name: "plugin",
    usage: PLUGIN_WORDS.join("|"),
    words: PLUGIN_WORDS,
    summary: "Write plugins, and decide which plugins of a repository may run",
    more: async () => (await import("./core/authoring/mod.ts")).subcommandHelp(),
    async run(words, shell) {
      const { runPluginCommand } = await import("./core/authoring/mod.ts");
      const openWith = (folder: string, roots: string[], log = runtime.log) =>
        openHost({ ...shell.flags, plugins: [folder], roots }, { log });
      return await runPluginCommand(words, { ...shell, io: { ...io, ...nodeStreams() } }, { runtime, openWith });
    },
  };

  const tui: Command = {
    name: "tui",
    usage: "[QUESTION]",
    summary: "Explore the workspace in the terminal",
    async run(words, shell) {
      const { flags, say } = shell;
      const streams = nodeStreams();
      if (!streams.stdin.isTTY || !streams.stdout.isTTY) {
        say("The explorer needs a terminal. jig tools lists the tools, jig call runs one");
        return 2;
      }
      // A terminal that is gone is the signal's business.
      streams.stdout.on("error", () => {});
      const { createLogFeed, runExplorer } = await import("./tui/mod.ts");
      const { command, args } = runtime.self;
      const trust = { command, args: [...args, "plugin", "trust"] };
      const settingsFolder = runtime.configFolder;
      const workbench = async (roots: string[]) => {
        // On stderr the host's log would tear the screen.
        const log = createLogFeed();
        const host = await openHost(
          { ...flags, roots },
          { log: (level, source, message) => log.add(level, `${source}: ${message}`) },
        );
        const hostWords = [
          ...roots.flatMap((root) => ["--root", resolve(root)]),
          ...flags.plugins.flatMap((folder) => ["--plugins", resolve(folder)]),
          ...flags.zoekt.flatMap((url) => ["--zoekt", url]),
          ...(flags.readOnly ? ["--read-only"] : []),
        ];
        return { host, log, hostWords, doctor: () => diagnose(() => Promise.resolve(host)) };
      };
      // Each root that is chosen inside has a host of its own, which is there before the one before it goes.
      let next: Awaited<ReturnType<typeof workbench>> | undefined = await workbench(flags.roots).catch((error) => {
        first?.close();
        throw error;
      });
      let code = 0;
      while (next) {
        const shown = first;
        first = undefined;
        const { host, ...here }: Awaited<ReturnType<typeof workbench>> = next;
        next = undefined;
        try {
          const address = await addressesOf(shell, settingsFolder, host, (text) => here.log.add("warn", text));
          const open = async (root: string) => {
            const opened = await workbench([root]);
            await next?.host.close();
            next = opened;
          };
          const home = runtime.home ?? "";
          const question = words.shift();
          code = await runExplorer(host, {
            ...(question !== undefined && { question }),
            ...io,
            ...streams,
            ...here,
            settingsFolder,
            trust,
            address,
            home,
            open,
            ...(shown && { first: shown }),
          });
        } catch (error) {
          shown?.close();
          throw error;
        } finally {
          await host.close();
        }
      }
      return code;
    },
  };

  return await runCli(exactArguments(process.argv.slice(2)), io, {
    version: runtime.version,
    settingsFolder: runtime.configFolder,
    openHost: (flags) => openHost(flags, { oneCall: true }),
    diagnose,
    programs: BUILT_INS.flatMap(({ contributes }) => contributes?.commands ?? []),
    calledAs: basename(process.argv0).replace(/\.exe$/i, ""),
    updates: {
      version: runtime.version,
      releases,
      file: join(runtime.cacheFolder, "update.json"),
    },
    commands: [mcp, serve, setup, plugin, tui],
    explorer: "tui",
  });
}

// A thread of a source run is not "main" under Bun, but enters here all the same.
if (import.meta.main || (workerData as ThreadData | null)?.source) {
  await main({
    url: import.meta.url,
    self: { command: process.execPath, args: [fileURLToPath(import.meta.url)] },
    assets: sourceAssets(import.meta.url),
    source: true,
  });
}
