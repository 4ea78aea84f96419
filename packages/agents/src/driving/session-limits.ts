/** How long a process without work stays, unless said otherwise. */
export const IDLE_MS = 5 * 60_000;

/** How long a run may say nothing, unless said otherwise. */
export const SILENCE_MS = 30 * 60_000;

/** How long a program may take to stop when it was asked to, before its process is taken away. */
export const INTERRUPT_MS = 2_000;
