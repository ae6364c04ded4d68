/** How long the races of both lanes go on, and what they may be answered with. */
/** More by `JIG_RACES=1000000`. */
export const READS = Number(process.env.JIG_RACES ?? 20_000);
export const REFUSED = /PATH_OUTSIDE|PATH_NOT_FOUND|PERMISSION_DENIED|NOT_A_FILE/;

export const skip = process.platform === "linux" ? false : "the kernel's way to swap two names is Linux's";
