import type { Script } from '@posthouse/runtime/scripted';
import { leadScript } from '../scripting/lead-script.ts';
import { specialistScript } from '../scripting/specialist-script.ts';
import { toHour } from './harbour-script.ts';

/** Plays the keeper, who is asked by people and by other swarms alike. */
const keeperScript = leadScript(({ body }, find) => {
  if (toHour(body) === undefined) return 'Ask me how deep the water is at an hour, for example at 18:00.';
  const errand = { target: 'watch', subject: 'The gauge', body };
  return find(errand) ?? [errand];
});

/** Plays the watch, who reads the gauge. */
const watchScript = specialistScript(({ body }, find) => {
  const input = { hour: toHour(body) ?? 12 };
  const read = find('read_gauge', input);
  if (read === undefined) return [{ name: 'read_gauge', input }];
  if (!read.ok) return read.text;
  const { hour, depth } = read.json as { hour: number; depth: number };
  return `At ${hour}:00 the water over the bar is ${depth} m deep.`;
});

export const lighthouseScripts = { keeper: keeperScript, watch: watchScript } satisfies Record<string, Script>;
