/** Every timeout and polling interval of this plugin, in milliseconds; tests shorten them. */
export interface Timeouts {
  /** A port that refuses, with no sign of an Editor coming back, is tried this long. */
  quiet: number;
  /** A port that accepts and closes at once belongs to a server that starts or ends: tried this long. */
  closing: number;
  /** A younger lock file is believed; an older one only if nothing answers. */
  lockFresh: number;
  /** How long after an announced reload (or the newest lock) a refusing port still means "coming back". */
  reload: number;
  /** Editors before 0.64 delete their locks before they bind the port, which takes up to 5 s. */
  bindDelay: number;
  /** Between two looks at a busy Editor: the first and the longest. */
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
  /** Time for a possible address of the Editor, one that the settings do not name, to prove itself. */
  doubtful: number;
  /** A list of the machine's Editors is believed this long. */
  editors: number;
  /** How long an answer that is already known waits for the Editor's return, and a command for an Editor that runs but was never heard. */
  comeback: number;
  /** 3.x: from dial to accept frame, which needs no main thread. */
  accept: number;
  /** 3.x: so many announced heartbeats missed, and the connection is dead. */
  missedHeartbeats: number;
  /** A main thread that stood still is named from here on. */
  stallReported: number;
  /** A main thread that stood still this long before a command came will not serve it. */
  frozen: number;
  /** The longest pause before a busy Editor is asked again. */
  busyPoll: number;
  /** Time for a compile's answer on its own connection; afterwards its status is polled. */
  compileDirect: number;
  /** Between two looks at the status of a compile or a test run. */
  statusPoll: number;
  /** One such look. */
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
