/** Swaps two names atomically and repeatedly, like an attacker exploiting a race. `bun swapper.ts A B` prints a line when it has started. */
import { dlopen } from "bun:ffi";
import process from "node:process";

const HERE = -100;
const EXCHANGE = 2;

const library = process.arch === "arm64" ? "libc.musl-aarch64.so.1" : "libc.musl-x86_64.so.1";
const types = { renameat2: { args: ["i32", "ptr", "i32", "ptr", "u32"], returns: "i32" } } as const;
const { renameat2 } = libc("libc.so.6", library).symbols;
const [one, other] = process.argv.slice(2).map((path) => Buffer.from(`${path}\0`));
const exchange = () => renameat2(HERE, one!, HERE, other!, EXCHANGE);
if (exchange() !== 0) process.exit(1);
process.stdout.write("swapping\n");
for (;;) exchange();

function libc(glibc: string, musl: string) {
  try {
    return dlopen(glibc, types);
  } catch {
    return dlopen(musl, types);
  }
}
