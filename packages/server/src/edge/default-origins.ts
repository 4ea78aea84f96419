/** Where the pages of MAIL's user interface come from while somebody works on it. */
export const DEFAULT_ORIGINS: readonly string[] = ['http://localhost:3000', 'http://127.0.0.1:3000'];
