import { detailOf, expectThat } from '../findings/expect-that.ts';
import { objectOf } from '../http/exchange.ts';
import { toLabels } from '../streams/to-label.ts';
import type { RuleCheck } from './check.ts';

/** Checks of where mail goes, and of what happens when it cannot. */
export const routingChecks: RuleCheck[] = [
  {
    id: 'N29',
    needs: ['scenarios'],
    run: async (lab) => {
      const { exchange, frames } = await lab.play('badtarget');
      const labels = toLabels(frames);
      const told = labels.includes('new_message system>supervisor response ::invalid_recipient::');
      const sent = labels.some((label) => label.includes('>ghost'));
      const expected = 'the supervisor to be told that it may not write to ghost, and nothing to be sent';
      expectThat(exchange, told && !sent, { expected, seen: labels.join('\n') });
    },
  },
  {
    id: 'N30',
    needs: ['scenarios'],
    run: async (lab) => {
      const { exchange, frames } = await lab.play('delegate');
      const labels = toLabels(frames);
      const sent = labels.indexOf('new_message supervisor>weather request');
      const acts = labels.indexOf('tool_call weather get_weather');
      const expected = 'mail for weather to reach weather, which then acts';
      expectThat(exchange, sent !== -1 && acts > sent, { expected, seen: labels.join('\n') });
    },
  },
  {
    id: 'N31',
    run: async (lab) => {
      const exchange = await lab.message({ body: await lab.plainBody(), entrypoint: 'nobody-of-that-name' });
      const { status } = exchange.answer;
      const refused = status >= 400 && status < 500 && detailOf(exchange) !== undefined;
      const answered = status === 200 && typeof objectOf(exchange).response === 'string';
      expectThat(exchange, refused || answered, {
        expected: 'an answer: 4xx with {"detail": …}, or 200 with a response',
      });
      const alive = await lab.get('/health', 'nobody');
      expectThat(alive, alive.answer.status === 200, { expected: 'the server to go on' });
      return refused ? ['entrypoint-checked'] : [];
    },
  },
  {
    id: 'N53',
    needs: ['scenarios'],
    run: async (lab) => {
      for (const [scenario, subject] of [
        ['badargs', '::tool_call_error::'],
        ['unknown_action', '::action_error::'],
        ['badtarget', '::invalid_recipient::'],
      ] as const) {
        const { exchange, frames } = await lab.play(scenario);
        const labels = toLabels(frames);
        const told = labels.includes(`new_message system>supervisor response ${subject}`);
        const expected = `a response ${subject} of the system to the supervisor`;
        expectThat(exchange, told, { expected, seen: labels.join('\n') });
      }
    },
  },
];
