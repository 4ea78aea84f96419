/** Prices per million tokens, by model name. */
export type Prices = Record<string, { input: number; output: number; cacheRead?: number; cacheWrite?: number }>;
