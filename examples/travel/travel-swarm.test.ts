import type { SwarmInstance } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { toFlights } from './to-flights.ts';
import { travelSwarm } from './travel-swarm.ts';

describe('flights', () => {
  test('flights are the same for the same place, the cheapest first', () => {
    const flights = toFlights('Lima');
    expect(toFlights('lima')).toEqual(flights);
    expect(toFlights('Oslo')).not.toEqual(flights);
    const prices = flights.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((left, right) => left - right));
    for (const { flight, departs } of flights) {
      expect(flight).toMatch(/^PH \d{3}$/);
      expect(departs).toMatch(/^\d\d:\d\d$/);
    }
  });
});

describe('the travel swarm', () => {
  const [cheapest] = toFlights('Lima');

  async function openInstance() {
    await using made = new AsyncDisposableStack();
    const store = made.use(await openStore('sqlite::memory:'));
    const instance = made.use(await travelSwarm().instantiate({ store, userId: 'you' }));
    const stack = made.move();
    return { instance, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }

  /** Asks for a flight, and answers what the swarm asks on the way, in that order. */
  async function travel(instance: SwarmInstance, ...answers: unknown[]) {
    const asked: { tool: string; input: unknown }[] = [];
    let paused = await instance.postMessage({ body: 'Please fly me to Lima.' });
    for (const content of answers) {
      const { tool, input, callId } = paused.calls![0]!;
      asked.push({ tool, input });
      const submitted = await instance.resume(paused.taskId, [{ callId, content: content as never }]);
      paused = await instance.answer(submitted);
    }
    return { asked, ...paused };
  }

  test('asks about the seat, then for approval, and books', async () => {
    await using made = await openInstance();
    const { asked, status, response } = await travel(made.instance, 'window', { approved: true });
    expect(asked).toEqual([
      { tool: 'ask_traveller', input: { question: expect.stringContaining(`${cheapest!.flight} leaves for Lima`) } },
      { tool: 'book_flight', input: { flight: cheapest!.flight, seat: 'window', price: cheapest!.price } },
    ]);
    expect(status).toBe('complete');
    expect(response).toMatch(/^You fly to Lima with PH \d+ at .* Your seat: window\. Your booking is [A-Z\d]{1,6}\.$/);
  });

  test('books nothing without approval', async () => {
    await using made = await openInstance();
    const { response } = await travel(made.instance, 'aisle', { approved: false, reason: 'too dear' });
    expect(response).toBe(`Nothing is booked. ${cheapest!.flight} to Lima would have been ${cheapest!.price} €.`);
  });

  test('asks for the destination when it is unclear', async () => {
    await using made = await openInstance();
    const { response } = await made.instance.postMessage({ body: 'I want to go somewhere.' });
    expect(response).toContain('Where do you want to go?');
  });
});
