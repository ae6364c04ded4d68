/** Every timeout and polling interval of this plugin, in milliseconds. Tests shorten them. */
export interface Timeouts {
  /** How long to retry a port that refuses when nothing suggests that an Editor is coming back. */
  quiet: number;
  /** How long to retry a port that accepts connections and closes them at once. Its server is starting or shutting down. */
  closing: number;
  /** Trust a lock file younger than this. Older ones only count if nothing answers. */
  lockFresh: number;
  /** How long a refused connection is taken as a reload in progress, after an announcement or the newest lock. */
  reload: number;
  /** Editors before 0.64 delete their locks up to 5 s before they bind the port. */
  bindDelay: number;
  /** Initial and longest interval between checks of a busy Editor. */
  poll: number;
  pollMax: number;
  /** A reload is over once the busy signs have been gone for this long. */
  settled: number;
  /** The reload starts about 50 ms after a compile's reply. Watch for it this long. */
  reloadStart: number;
  /** Time limit to probe a server's main thread. */
  probe: number;
  /** The result file of a compile may appear this long after the Editor is back. */
  resultFile: number;
  /** Time limit for checking an address that is not in the settings. */
  doubtful: number;
  /** How long the list of Editors is cached. */
  editors: number;
  /** How long to wait for an Editor to return if we already have the answer, or if it is running but has never answered. */
  comeback: number;
  /** 3.x: time from connecting to the accept frame, which does not involve the main thread. */
  accept: number;
  /** 3.x: the connection is considered dead after this many missed heartbeats. */
  missedHeartbeats: number;
  /** Report a main thread that has been blocked for this long. */
  stallReported: number;
  /** A main thread that was blocked this long before a command will not serve it. */
  frozen: number;
  /** The longest pause between retries with a busy Editor. */
  busyPoll: number;
  /** How long to wait for a compile's answer on its own connection before polling its status. */
  compileDirect: number;
  /** How often to check a compile or a test run. */
  statusPoll: number;
  /** Time limit of a single check. */
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
