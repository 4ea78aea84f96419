import { toQueuedText } from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import type { Progress } from './progress.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const MOST_NAMED = 3;

/** The progress in one line: who is at work, tokens, cost, seconds. */
export function toProgressText(progress: Progress, milliseconds: number, palette: Palette): string {
  const spinner = FRAMES[Math.floor(milliseconds / 100) % FRAMES.length]!;
  const who = progress.queued === undefined ? toWho(progress.working, palette) : toQueuedText(progress.queued);
  const parts = [who, ...toUse(progress), `${Math.floor(milliseconds / 1000)} s`];
  return `${spinner} ${parts.join(' · ')}`;
}

/** What a run has used, as far as that is known. */
export function toUse({ usage }: Progress): string[] {
  if (usage === undefined) return [];
  const { inputTokens, outputTokens, cost } = usage;
  return [
    `${groups(inputTokens + outputTokens)} tokens`,
    ...(cost === undefined ? [] : [`cost ${cost.toFixed(cost < 1 ? 4 : 2)}`]),
  ];
}

function toWho(working: readonly string[], palette: Palette): string {
  if (working.length === 0) return 'working';
  const named = working.slice(0, MOST_NAMED).map((name) => palette.agent(name));
  const more = working.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} working`;
}

/** 1234567 → 1 234 567 */
function groups(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
