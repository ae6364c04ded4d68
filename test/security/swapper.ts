/** Exchanges two names in one step, over and over: what somebody does who races a check. `bun swapper.ts A B`; it says so when it has begun. */
import process from "node:process";
import { loadNative } from "../../core/host/runtime/native.ts";

const HERE = -100;
const EXCHANGE = 2;

const native = loadNative()!;
const [one, other] = process.argv.slice(2).map((path) => Buffer.from(`${path}\0`));
const exchange = process.arch === "arm64" ? 276 : 316;
if (native.call(exchange, HERE, one!, HERE, other!, EXCHANGE) !== 0) process.exit(1);
process.stdout.write("swapping\n");
for (;;) native.call(exchange, HERE, one!, HERE, other!, EXCHANGE);
