/** Interprets a seccomp filter like the kernel, for a single system call. */

const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const MAX_STEPS = 10_000;

export type Arch = keyof typeof AUDIT_ARCH;

export interface AttemptedCall {
  number: number;
  args?: readonly (number | bigint)[];
  /** As reported by the kernel. Defaults to the program's. */
  auditArch?: number;
}

/** Returns `allow`, `kill`, or an errno. */
export function verdictOf(program: Uint8Array, arch: Arch, { number, args = [], auditArch }: AttemptedCall) {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number >>> 0, true);
  data.setUint32(4, auditArch ?? AUDIT_ARCH[arch], true);
  for (const [at, arg] of args.entries()) data.setBigUint64(16 + 8 * at, BigInt.asUintN(64, BigInt(arg)), true);
  const code = new DataView(program.buffer, program.byteOffset, program.length);
  let register = 0;
  for (let at = 0, steps = 0; steps < MAX_STEPS; at++, steps++) {
    if (at * 8 >= program.length) throw new Error(`the program goes on after its end, at ${at}`);
    const operation = code.getUint16(at * 8, true);
    const value = code.getUint32(at * 8 + 4, true);
    const jump = (holds: boolean) => {
      at += code.getUint8(at * 8 + (holds ? 2 : 3));
    };
    if (operation === 0x20) register = data.getUint32(value, true);
    else if (operation === 0x54) register = (register & value) >>> 0;
    else if (operation === 0x15) jump(register === value);
    else if (operation === 0x25) jump(register > value);
    else if (operation === 0x35) jump(register >= value);
    else if (operation === 0x06) {
      if (value === 0x7fff0000) return "allow";
      return value === 0x80000000 ? "kill" : value & 0xffff;
    } else throw new Error(`operation ${operation.toString(16)} is not known here`);
  }
  throw new Error("the program does not end");
}
