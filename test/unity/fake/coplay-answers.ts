/** The envelopes of MCP for Unity, and its Editor's compile state after a reload. */

export const success = (message: string, data?: unknown) => ({
  success: true,
  message,
  ...(data === undefined ? {} : { data }),
});
export const error = (said: string, data?: unknown) => ({
  success: false,
  error: said,
  ...(data === undefined ? {} : { data }),
});

/** A reload forgets when scripts were compiled, and is stamped itself. */
export function reloaded(): Record<string, unknown> {
  return {
    is_compiling: false,
    last_compile_started_unix_ms: null,
    last_compile_finished_unix_ms: null,
    last_domain_reload_after_unix_ms: Date.now(),
  };
}
