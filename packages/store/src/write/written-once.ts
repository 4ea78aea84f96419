/** Which part of the log a write with an idempotency key wrote: so many entries behind `head`. */
export type WrittenOnce = { head: number; entries: number };
