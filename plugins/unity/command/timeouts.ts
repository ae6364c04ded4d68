/** Every timeout and polling interval of this plugin, in milliseconds; tests shorten them. */
export interface Timeouts {
  /** How long to retry a port that refuses, with no sign of an Editor coming back. */
  quiet: number;
  /** How long to retry a port that accepts and closes at once, whose server is starting or ending. */
  closing: number;
  /** A lock file younger than this is trusted; an older one only if nothing answers. */
  lockFresh: number;
  /** How long a refusing port means a reload in progress, after an announcement or the newest lock. */
  reload: number;
  /** Editors before 0.64 delete their locks before they bind the port, which takes up to 5 s. */
  bindDelay: number;
  /** First and longest interval between checks of a busy Editor. */
  poll: number;
  pollMax: number;
  /** Busy signs must be gone this long before a reload counts as over. */
  settled: number;
  /** A compile's reply precedes its reload by about 50 ms; watched this long for one. */
  reloadStart: number;
  /** One probe of a server's main thread. */
  probe: number;
  /** A compile's result file may appear this long after the Editor is back. */
  resultFile: number;
  /** Time limit for checking a possible address that is not in the settings. */
  doubtful: number;
  /** How long a list of the machine's Editors is valid. */
  editors: number;
  /** How long an answer that is already known waits for the Editor's return, and a command for an Editor that runs but was never heard. */
  comeback: number;
  /** 3.x: from connecting to the accept frame, which does not need the main thread. */
  accept: number;
  /** 3.x: number of missed heartbeats after which the connection is dead. */
  missedHeartbeats: number;
  /** A main thread blocked for this long is reported. */
  stallReported: number;
  /** A main thread blocked for this long before a command will not serve it. */
  frozen: number;
  /** The longest pause before a retry with a busy Editor. */
  busyPoll: number;
  /** Time for a compile's answer on its own connection; afterwards its status is polled. */
  compileDirect: number;
  /** Interval between checks of a compile or a test run. */
  statusPoll: number;
  /** Time limit of one check. */
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
