import type { Script, ScriptedTurn } from '@posthouse/runtime/scripted';
import { specialistScript } from '../scripting/specialist-script.ts';
import { type MailEvent, type ResultEvent, type TimelineEvent, toTimeline } from '../scripting/timeline.ts';
import type { Flight } from './to-flights.ts';

const SUBJECT = 'Flights';

/** Plays the agent who knows what flies where. */
const faresScript = specialistScript(({ body }, find) => {
  const input = { place: body };
  const found = find('find_flights', input);
  return found === undefined ? [{ name: 'find_flights', input }] : found.text;
});

/** Plays the clerk: finds out what flies, asks where the traveller wants to sit, and books if they agree. */
const clerkScript: Script = (request) => {
  const timeline = toTimeline(request);
  const begin = timeline.findLastIndex((event) => event.kind === 'mail' && /^(?:user|admin)$/.test(event.fromType));
  const place = toPlace((timeline[begin] as MailEvent).body);
  if (place === undefined) return complete('Where do you want to go? Say for example: fly me to Lima.');
  const since = timeline.slice(begin + 1);
  const resultOf = (tool: string): ResultEvent | undefined => findResult(since, tool);

  const reply = since.find((event): event is MailEvent => event.kind === 'mail' && event.subject === `Re: ${SUBJECT}`);
  if (resultOf('send_request') === undefined) {
    const input = { target: 'fares', subject: SUBJECT, body: place };
    return {
      reasoning: `Somebody wants to go to ${place}. Fares knows what flies.`,
      toolCalls: [{ name: 'send_request', input }],
    };
  }
  if (reply === undefined) return { toolCalls: [{ name: 'await_message', input: { reason: 'Fares looks it up.' } }] };

  const [cheapest] = JSON.parse(reply.body) as [Flight];
  const answer = resultOf('ask_traveller');
  if (answer === undefined) {
    const question = `${cheapest.flight} leaves for ${place} at ${cheapest.departs}. Window or aisle?`;
    const reasoning = `${cheapest.flight} is the cheapest. Before I book it, I need to know about the seat.`;
    return { reasoning, toolCalls: [{ name: 'ask_traveller', input: { question } }] };
  }
  if (!answer.ok) return complete(`Then we leave it at that: nothing is booked to ${place}.`);

  const booked = resultOf('book_flight');
  const seat = typeof answer.json === 'string' ? answer.json : answer.text;
  if (booked === undefined) {
    const input = { flight: cheapest.flight, seat, price: cheapest.price };
    return { toolCalls: [{ name: 'book_flight', input }] };
  }
  if (!booked.ok)
    return complete(`Nothing is booked. ${cheapest.flight} to ${place} would have been ${cheapest.price} €.`);
  const { reference } = booked.json as { reference: string };
  return complete(
    `You fly to ${place} with ${cheapest.flight} at ${cheapest.departs}, for ${cheapest.price} €. ` +
      `Your seat: ${seat}. Your booking is ${reference}.`,
  );
};

export const travelScripts = { clerk: clerkScript, fares: faresScript } satisfies Record<string, Script>;

function complete(text: string): ScriptedTurn {
  return { toolCalls: [{ name: 'task_complete', input: { finish_message: text } }] };
}

/** Where somebody wants to go: what stands behind "to", as far as it is a name. */
function toPlace(text: string): string | undefined {
  return /\bto (\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,4})/u.exec(text)?.[1];
}

function findResult(events: readonly TimelineEvent[], tool: string): ResultEvent | undefined {
  const ids = new Set(events.flatMap((event) => (event.kind === 'call' && event.name === tool ? [event.id] : [])));
  return events.findLast((event): event is ResultEvent => event.kind === 'result' && ids.has(event.id));
}
