/**
 * Windows tests on Linux: cross-compiles the executable and runs lane.ts with Windows' Bun in Wine with its own prefix. Needs
 * wine64, and mingw if Wine lacks bcryptprimitives.dll (as in Wine 8).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "../../build/compile.ts";
import { scratch } from "../jig.ts";

const STAGE = join(import.meta.dirname, "../../build/release/stage");
const WINE = ["/usr/lib/wine/wine64", "/usr/bin/wine64", "/usr/bin/wine"].find((path) => existsSync(path));
const COMPILER = "/usr/bin/x86_64-w64-mingw32-gcc";
const MISSING_DLL = "bcryptprimitives.dll";

/** The only function that Bun and ripgrep import from this library. */
const RANDOM = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T left) {
  while (left > 0) {
    ULONG part = left > 65536 ? 65536 : (ULONG)left;
    if (!SystemFunction036(bytes, part)) return FALSE;
    bytes += part;
    left -= part;
  }
  return TRUE;
}
BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, LPVOID reserved) { return TRUE; }
`;

function skipReason(): string | false {
  if (process.platform !== "linux" || process.arch !== "x64") return "for Linux on x64; Windows runs lane.ts itself";
  if (!WINE) return "wine64 is not installed";
  return false;
}

test("the Windows executable does under Wine what a user of Windows does", {
  skip: skipReason(),
  timeout: 600_000,
}, async (t) => {
  const folder = scratch({});
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    LC_ALL: "C.UTF-8",
    WINEPREFIX: join(folder, "prefix"),
    WINEDEBUG: "-all",
    JIG_UNDER_WINE: "1",
  };
  const wine = (...words: string[]) => spawnSync(WINE!, words, { env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  assert.equal(wine("cmd", "/c", "exit 0").status, 0, "Wine starts");
  const libraries = join(env.WINEPREFIX, "drive_c/windows/system32");
  if (!existsSync(join(libraries, MISSING_DLL))) {
    if (!existsSync(COMPILER)) return t.skip(`this Wine lacks ${MISSING_DLL}, and ${COMPILER} is not installed`);
    writeFileSync(join(folder, "random.c"), RANDOM);
    const made = spawnSync(COMPILER, [
      "-shared",
      "-o",
      join(libraries, MISSING_DLL),
      join(folder, "random.c"),
      "-ladvapi32",
    ]);
    assert.equal(made.status, 0, String(made.stderr));
  }
  const install = ["install", "--frozen-lockfile", "--silent", "--os=*", "--cpu=*"];
  assert.equal(spawnSync(process.execPath, install, { cwd: STAGE, stdio: "inherit" }).status, 0, "the stage installs");
  mkdirSync(join(folder, "built"));
  const executable = join(folder, "built", "jig.exe");
  await compile({ target: "bun-windows-x64", outfile: executable, stage: STAGE });

  const bun = join(STAGE, "node_modules/@oven/bun-windows-x64/bin/bun.exe");
  const { status, stdout, stderr } = wine(
    bun,
    join(import.meta.dirname, "lane.ts"),
    `Z:${executable.replaceAll("/", "\\")}`,
  );
  const lines = stdout.split("\n").filter((line) => /^(ok|not ok|skipped|\d+ of) /.test(line));
  // Details of a failed check are on the following lines.
  assert.equal(status, 0, lines.length > 0 ? stdout : (stdout + stderr).slice(0, 3000));
  for (const line of lines) t.diagnostic(line);
  assert.match(lines.at(-1) ?? "", /^0 of \d+ failed/);
});
