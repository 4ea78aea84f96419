const PROBES = /^\/(?:health(?:\/(?:live|ready))?|metrics)$/;

/** Whether a path is one that machines ask for every few seconds. */
export function isProbe(path: string): boolean {
  return PROBES.test(path);
}
