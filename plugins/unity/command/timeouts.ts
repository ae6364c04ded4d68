/** All timeouts and polling intervals, in milliseconds. Tests use shorter ones. */
export interface Timeouts {
  /** Port refuses and there's no hint of an Editor coming back: retry for this long. */
  quiet: number;
  /** Port accepts, then closes at once: the server is starting or shutting down. Retry for this long. */
  closing: number;
  /** Younger locks are trusted. An older one only counts if nothing answers. */
  lockFresh: number;
  /** After an announcement or the newest lock, a refused connection means "reloading" for this long. */
  reload: number;
  /** Before 0.64 the lock disappears up to 5 s before the port is bound. */
  bindDelay: number;
  /** Interval while the Editor is busy, first and longest. */
  poll: number;
  pollMax: number;
  /** Without busy signs for this long, the reload is over. */
  settled: number;
  /** A reload starts about 50 ms after the compile's reply; look out for it this long. */
  reloadStart: number;
  /** Main thread probe. */
  probe: number;
  /** The Editor may be back before the compile's result file is. Wait this long for it. */
  resultFile: number;
  /** For addresses that aren't from the settings. */
  doubtful: number;
  /** Cache lifetime of the Editor list. */
  editors: number;
  /** Waiting for an Editor to return, if we have the answer already or it's running but has never answered. */
  comeback: number;
  /** 3.x: connect to accept frame. Doesn't involve the main thread. */
  accept: number;
  /** 3.x: heartbeats missed until the connection is considered dead. */
  missedHeartbeats: number;
  /** Report a main thread blocked for this long. */
  stallReported: number;
  /** Blocked for this long even before the command? Then it won't get served. */
  frozen: number;
  /** Longest pause between retries while busy. */
  busyPoll: number;
  /** Wait for a compile's answer on its own connection. After that, poll. */
  compileDirect: number;
  /** Polling interval for compiles and test runs. */
  statusPoll: number;
  /** Per check. */
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
