import { toExpressions } from '../math/script.ts';
import { type Errand, leadScript } from '../scripting/lead-script.ts';
import type { MailEvent } from '../scripting/timeline.ts';
import { toForecastInputs } from '../weather/script.ts';

/** What a supervisor knows to hand over, by the agent that can do it. */
const HAND_OVER: Readonly<Record<string, (text: string) => Omit<Errand, 'target'> | undefined>> = {
  weather: (text) =>
    /\b(?:weather|forecast|temperature|rain)\b/i.test(text) && toForecastInputs(text).length > 0
      ? { subject: 'Forecast', body: text }
      : undefined,
  math: (text) => {
    const expressions = toExpressions(text);
    return expressions.length === 0
      ? undefined
      : { subject: 'Calculation', body: `Calculate ${expressions.join(' and ')}.` };
  },
  consultant: (text) =>
    /\b(?:advice|advise|recommend|strategy|should we|should i)\b/i.test(text)
      ? { subject: 'Advice', body: text }
      : undefined,
  analyst: (text) =>
    /\b(?:risks?|analy[sz]e|analysis|figures)\b/i.test(text) ? { subject: 'Analysis', body: text } : undefined,
};

/**
 * Plays a supervisor with this team. What nobody on the team can do goes to the supervisors of other swarms, if it has
 * any; a question that came from one of them does not go back there.
 *
 * @example
 * const script = supervisorScript(['weather', 'math']);
 */
export function supervisorScript(team: readonly string[]) {
  return leadScript((assignment, find) => {
    const errands = toErrands(assignment, team);
    const replies = errands.map((errand) => find(errand));
    if (replies.includes(undefined)) return errands;
    return errands.length === 0 ? toApology(team) : replies.join('\n');
  });
}

function toErrands({ body, from }: MailEvent, team: readonly string[]): Errand[] {
  const errands = team.flatMap((target) => {
    const errand = HAND_OVER[target]?.(body);
    return errand === undefined ? [] : [{ target, ...errand }];
  });
  if (errands.length > 0) return errands;
  const others = team.filter((target) => target.includes('@') && target !== from && !from.includes('@'));
  return others.map((target) => ({ target, subject: 'A question for your swarm', body }));
}

function toApology(team: readonly string[]): string {
  return `Nobody here can help with that. I can ask: ${team.join(', ')}. We are scripted and know only a few kinds of questions; with a language model we know more.`;
}
