/** Contains all timeouts and polling intervals, in milliseconds. Tests use shorter ones. */
export interface Timeouts {
  /** We retry for this long if the port refuses connections and nothing suggests that an Editor is coming back. */
  quiet: number;
  /**
   * If the port accepts connections but closes them immediately, the server is starting or shutting down. We retry for this
   * long.
   */
  closing: number;
  /** A lock that is younger than this is trusted. An older one only counts if nothing answers. */
  lockFresh: number;
  /** After an announcement, or after the newest lock, a refused connection means for this long that the Editor is reloading. */
  reload: number;
  /** Before 0.64 the lock disappears up to 5 s before the port is open. */
  bindDelay: number;
  /** The first and the longest interval while the Editor is busy. */
  poll: number;
  pollMax: number;
  /** The reload is over if there were no signs of it for this long. */
  settled: number;
  /** A reload starts about 50 ms after the reply of the compile, so we watch for it during this time. */
  reloadStart: number;
  /** The time limit for checking the main thread. */
  probe: number;
  /** How long to wait for the file with the compile result, which may appear only after the Editor is back. */
  resultFile: number;
  /** The time limit for addresses that are not from the settings. */
  doubtful: number;
  /** The time for which the list of Editors is cached. */
  editors: number;
  /**
   * The time to wait for an Editor to come back if we already have the answer, or if its process is running but it has never
   * answered.
   */
  comeback: number;
  /** For 3.x, the time from connecting to the accept frame. The main thread isn't needed for this. */
  accept: number;
  /** For 3.x, the number of missed heartbeats after which the connection is considered dead. */
  missedHeartbeats: number;
  /** We report a main thread that has been blocked for this long. */
  stallReported: number;
  /** If the main thread was blocked for this long before the command, the command won't be executed. */
  frozen: number;
  /** The longest pause between retries while the Editor is busy. */
  busyPoll: number;
  /** We wait this long for the answer on the connection of the compile, and poll after that. */
  compileDirect: number;
  /** The polling interval for compiles and test runs. */
  statusPoll: number;
  /** The time limit for one check. */
  statusProbe: number;
}

export const TIMEOUTS: Timeouts = {
  quiet: 1_000,
  closing: 5_000,
  lockFresh: 120_000,
  reload: 300_000,
  bindDelay: 8_000,
  poll: 50,
  pollMax: 400,
  settled: 500,
  reloadStart: 600,
  probe: 3_000,
  resultFile: 10_000,
  doubtful: 500,
  editors: 5_000,
  comeback: 60_000,
  accept: 10_000,
  missedHeartbeats: 6,
  stallReported: 30_000,
  frozen: 300_000,
  busyPoll: 1_000,
  compileDirect: 2_000,
  statusPoll: 1_000,
  statusProbe: 5_000,
};
