/** The longest that a timer of Node can wait, 24 days; one that is given more fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
