/** Keeps stdout for frames: whatever else in this process prints to it goes to stderr. */
import { Writable } from "node:stream";

type Stream = NodeJS.WriteStream;

/** Takes over `stdout.write` and the printing functions of `printer` (the global console); gives the stream for frames. */
export function claimStdout(stdout: Stream, stderr: Stream, printer: Console): Writable {
  const write = stdout.write.bind(stdout);
  const claimed = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => void write(chunk, (error) => done(error)),
  });
  for (const event of ["error", "close"]) stdout.on(event, (cause) => claimed.destroy(cause));
  stdout.write = stderr.write.bind(stderr) as Stream["write"];
  for (const name of ["log", "info", "debug", "dir", "table", "group", "count", "time"] as const)
    printer[name] = (...values: unknown[]) => printer.error(...values);
  return claimed;
}
