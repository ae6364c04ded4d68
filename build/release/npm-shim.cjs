#!/usr/bin/env node
// Starts the executable of the package that npm installed for this machine, and is otherwise not there: the same words,
// the same streams, its signals handed on, its end as its own.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const { platform, arch } = process;

/** Which of the packages may be here; where the C library cannot be told, both are tried. */
function candidates() {
  const system = platform === "win32" ? "windows" : platform;
  const plain = `@SCOPE@/jig-${system}-${arch}`;
  if (platform !== "linux") return [plain];
  const report = process.report?.getReport();
  const glibc = report?.header?.glibcVersionRuntime;
  return glibc ? [plain, `${plain}-musl`] : [`${plain}-musl`, plain];
}

function executable() {
  const file = platform === "win32" ? "bin/jig.exe" : "bin/jig";
  for (const name of candidates()) {
    try {
      return require.resolve(`${name}/${file}`);
    } catch {
      // Another may be installed.
    }
  }
  console.error(
    `jig: no executable for ${platform} ${arch} is installed. Looked for ${candidates().join(" and ")}. ` +
      "Install again without --omit=optional; if your machine is not supported, build from source.",
  );
  process.exit(1);
}

// Before the child is there: it speaks as soon as it is started, and whoever hears it may end us at once. What comes meanwhile
// waits for the end of this script, and then there is a child to hand it to.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
const child = spawn(executable(), process.argv.slice(2), { stdio: "inherit", windowsHide: false });
child.on("error", (error) => {
  console.error(`jig: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(signal ? 128 + constants.signals[signal] : code);
});
