import { defined } from '@posthouse/protocol';
import type { Prices } from './prices.ts';

/** When the prices below were looked up. */
export const LIST_PRICES_DATE = '2026-11-17';

type Row = [input: number, cacheRead: number | undefined, cacheWrite: number | undefined, output: number];

/**
 * What providers charge per million tokens, in US dollars, by the names they give their models: list prices of the standard
 * tier, for prompts of ordinary length, with writing to the cache for five minutes. Discounts, surcharges for very long
 * prompts, priority and batches are not in here; `prices` of a swarm says what its operator really pays.
 */
const ROWS: Readonly<Record<string, Row>> = {
  // OpenAI
  'gpt-6.1-sol': [2, 0.1, 2.5, 10],
  'gpt-6-astra': [10, 1, 12.5, 50],
  'gpt-6-sol': [2, 0.2, 2.5, 10],
  'gpt-6-luna': [0.1, 0.01, 0.125, 0.5],
  'gpt-5.6': [4, 0.4, 5, 20],
  'gpt-5.6-sol': [4, 0.4, 5, 20],
  'gpt-5.6-terra': [2, 0.2, 2.5, 12],
  'gpt-5.6-luna': [0.2, 0.02, 0.25, 1.2],
  'gpt-5.5': [5, 0.5, undefined, 30],
  'gpt-5.5-pro': [30, undefined, undefined, 180],
  'gpt-5.4': [2.5, 0.25, undefined, 15],
  'gpt-5.4-pro': [30, undefined, undefined, 180],
  'gpt-5.4-mini': [0.75, 0.075, undefined, 4.5],
  'gpt-5.4-nano': [0.2, 0.02, undefined, 1.25],
  'gpt-5.3-chat': [1.75, 0.175, undefined, 14],
  'gpt-5.3-codex': [1.75, 0.175, undefined, 14],
  'gpt-5.2': [1.75, 0.175, undefined, 14],
  'gpt-5.2-chat': [1.75, 0.175, undefined, 14],
  'gpt-5.2-codex': [1.75, 0.175, undefined, 14],
  'gpt-5.2-pro': [21, undefined, undefined, 168],
  'gpt-5.1': [1.25, 0.125, undefined, 10],
  'gpt-5.1-chat': [1.25, 0.125, undefined, 10],
  'gpt-5.1-codex': [1.25, 0.125, undefined, 10],
  'gpt-5.1-codex-max': [1.25, 0.125, undefined, 10],
  'gpt-5.1-codex-mini': [0.25, 0.025, undefined, 2],
  'gpt-5': [1.25, 0.125, undefined, 10],
  'gpt-5-chat': [1.25, 0.125, undefined, 10],
  'gpt-5-codex': [1.25, 0.125, undefined, 10],
  'gpt-5-mini': [0.25, 0.025, undefined, 2],
  'gpt-5-nano': [0.05, 0.005, undefined, 0.4],
  'gpt-5-pro': [15, undefined, undefined, 120],
  'gpt-4.1': [2, 0.5, undefined, 8],
  'gpt-4.1-mini': [0.4, 0.1, undefined, 1.6],
  'gpt-4.1-nano': [0.1, 0.025, undefined, 0.4],
  'gpt-4o': [2.5, 1.25, undefined, 10],
  'gpt-4o-mini': [0.15, 0.075, undefined, 0.6],
  'gpt-4-turbo': [10, undefined, undefined, 30],
  'gpt-4': [30, undefined, undefined, 60],
  'gpt-3.5-turbo': [0.5, undefined, undefined, 1.5],
  'codex-mini': [1.5, 0.375, undefined, 6],
  o1: [15, 7.5, undefined, 60],
  'o1-pro': [150, undefined, undefined, 600],
  o3: [2, 0.5, undefined, 8],
  'o3-mini': [1.1, 0.55, undefined, 4.4],
  'o3-pro': [20, undefined, undefined, 80],
  'o4-mini': [1.1, 0.275, undefined, 4.4],

  // Anthropic
  'claude-fable-5-1': [10, 0.25, 12.5, 50],
  'claude-mythos-5-1': [10, 0.25, 12.5, 50],
  'claude-fable-5': [10, 1, 12.5, 50],
  'claude-mythos-5': [10, 1, 12.5, 50],
  'claude-opus-5-5': [4, 0.2, 5, 20],
  'claude-opus-5': [5, 0.5, 6.25, 25],
  'claude-opus-4-8': [5, 0.5, 6.25, 25],
  'claude-opus-4-7': [5, 0.5, 6.25, 25],
  'claude-opus-4-6': [5, 0.5, 6.25, 25],
  'claude-opus-4-5': [5, 0.5, 6.25, 25],
  'claude-opus-4-1': [15, 1.5, 18.75, 75],
  'claude-opus-4': [15, 1.5, 18.75, 75],
  'claude-opus-4-0': [15, 1.5, 18.75, 75],
  'claude-sonnet-5-5': [2, 0.1, 2.5, 10],
  'claude-sonnet-5': [2, 0.2, 2.5, 10],
  'claude-sonnet-4-6': [3, 0.3, 3.75, 15],
  'claude-sonnet-4-5': [3, 0.3, 3.75, 15],
  'claude-sonnet-4': [3, 0.3, 3.75, 15],
  'claude-sonnet-4-0': [3, 0.3, 3.75, 15],
  'claude-3-7-sonnet': [3, 0.3, 3.75, 15],
  'claude-3-5-sonnet': [3, 0.3, 3.75, 15],
  'claude-haiku-5-5': [0.1, 0.01, 0.125, 0.5],
  'claude-haiku-4-5': [1, 0.1, 1.25, 5],
  'claude-3-5-haiku': [0.8, 0.08, 1, 4],
  'claude-3-haiku': [0.25, 0.03, 0.3, 1.25],
  'claude-3-opus': [15, 1.5, 18.75, 75],

  // Google
  'gemini-3.8-flash': [0.75, 0.075, undefined, 3.75],
  'gemini-3.7-flash': [0.75, 0.075, undefined, 3.75],
  'gemini-3.6-flash': [1.5, 0.15, undefined, 7.5],
  'gemini-3.5-flash': [1.5, 0.15, undefined, 9],
  'gemini-3.5-flash-lite': [0.3, 0.03, undefined, 2.5],
  'gemini-3.1-pro': [2, 0.2, undefined, 12],
  'gemini-3.1-flash-lite': [0.25, 0.025, undefined, 1.5],
  'gemini-3-pro': [2, 0.2, undefined, 12],
  'gemini-3-flash': [0.5, 0.05, undefined, 3],
  'gemini-2.5-pro': [1.25, 0.125, undefined, 10],
  'gemini-2.5-flash': [0.3, 0.03, undefined, 2.5],
  'gemini-2.5-flash-lite': [0.1, 0.01, undefined, 0.4],
  'gemini-2.0-flash': [0.1, 0.025, undefined, 0.4],
  'gemini-2.0-flash-lite': [0.075, 0.01875, undefined, 0.3],

  // DeepSeek, at the prices of its peak hours
  'deepseek-flash': [0.3, 0.006, undefined, 1.2],
  'deepseek-v4-pro': [1.32, 0.044, undefined, 3.96],

  // Mistral
  'mistral-large': [0.5, undefined, undefined, 1.5],
  'mistral-large-2411': [2, undefined, undefined, 6],
  'mistral-medium': [1.5, undefined, undefined, 7.5],
  'mistral-medium-2508': [0.4, undefined, undefined, 2],
  'mistral-medium-2505': [0.4, undefined, undefined, 2],
  'mistral-small': [0.1, undefined, undefined, 0.3],
  'ministral-8b': [0.15, undefined, undefined, 0.15],
  codestral: [0.3, undefined, undefined, 0.9],
  devstral: [0.4, undefined, undefined, 2],
  'magistral-medium': [2, undefined, undefined, 5],
  'magistral-small': [0.5, undefined, undefined, 1.5],

  // xAI
  'grok-4.7': [2, 0.5, undefined, 6],
  'grok-4.6': [2, 0.5, undefined, 6],
  'grok-4': [3, undefined, undefined, 15],
  'grok-4-fast-reasoning': [0.2, 0.05, undefined, 0.5],
  'grok-4-fast-non-reasoning': [0.2, 0.05, undefined, 0.5],
  'grok-3': [3, 0.75, undefined, 15],
  'grok-3-mini': [0.3, 0.075, undefined, 0.5],
};

/** The prices of the common models, for swarms that say nothing else. */
export const LIST_PRICES: Prices = Object.fromEntries(
  Object.entries(ROWS).map(([model, [input, cacheRead, cacheWrite, output]]) => [
    model,
    {
      input,
      output,
      ...defined({ cacheRead, cacheWrite }),
    },
  ]),
);
