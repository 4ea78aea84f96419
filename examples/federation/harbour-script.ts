import type { Script } from '@posthouse/runtime/scripted';
import { leadScript } from '../scripting/lead-script.ts';
import { specialistScript } from '../scripting/specialist-script.ts';
import { SHIPS } from './look-up-ship.ts';

/** Plays the harbour master, who needs somebody here and somebody elsewhere for an answer. */
const masterScript = leadScript(({ body }, find) => {
  const ship = toShip(body);
  const hour = toHour(body);
  if (ship === undefined || hour === undefined) {
    return `Ask me for example whether the Marigold can sail at noon. I know ${Object.keys(SHIPS).join(', ')}.`;
  }
  const draught = { target: 'clerk', subject: 'A ship', body: `How deep does the ${ship} lie?` };
  const depth = { target: 'keeper@lighthouse', subject: 'The water', body: `How deep is the water at ${hour}:00?` };
  const [needed, there] = [find(draught), find(depth)];
  if (needed === undefined || there === undefined) return [draught, depth];
  const [least, metres] = [toMetres(needed), toMetres(there)];
  const facts = `The ${ship} needs ${least} m of water, and at ${hour}:00 there are ${metres} m over the bar`;
  return metres > least ? `Yes. ${facts}.` : `No. ${facts}.`;
});

/** Plays the clerk, who keeps the register. */
const clerkScript = specialistScript(({ body }, find) => {
  const input = { ship: toShip(body) ?? body };
  const found = find('look_up_ship', input);
  if (found === undefined) return [{ name: 'look_up_ship', input }];
  if (!found.ok) return found.text;
  const { ship, draught } = found.json as { ship: string; draught: number };
  return `The ${ship} lies ${draught} m deep.`;
});

export const harbourScripts = { master: masterScript, clerk: clerkScript } satisfies Record<string, Script>;

function toShip(text: string): string | undefined {
  return Object.keys(SHIPS).find((ship) => text.toLowerCase().includes(ship.toLowerCase()));
}

/** The hour that somebody means: `noon`, `midnight`, `at 6`, `18:00`, `6 pm`. */
export function toHour(text: string): number | undefined {
  if (/\bnoon\b/i.test(text)) return 12;
  if (/\bmidnight\b/i.test(text)) return 0;
  const [, digits, half = ''] = /\b(\d{1,2})(?::\d\d)?\s*(am|pm)?\b/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const hour = half === '' ? Number(digits) : (Number(digits) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return hour < 24 ? hour : undefined;
}

function toMetres(text: string): number {
  return Number(/(\d+(?:\.\d+)?) m\b/.exec(text)?.[1] ?? Number.NaN);
}
