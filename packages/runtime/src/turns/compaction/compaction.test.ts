import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { checkPrompt } from '../../__fixtures__/check-prompt.ts';
import { checkTask, readWholeTask } from '../../__fixtures__/check-task.ts';
import { actor, complete, type Line, wait } from '../../__fixtures__/play.ts';
import { agent } from '../../definitions/agent.ts';
import { scripted, type ScriptedTurn } from '../../scripted/index.ts';
import { swarm } from '../../swarm.ts';
import { readTurn } from '../../task/turn-data.ts';
import {
  withClerk,
  clerk,
  compactionsAt,
  diligent,
  entriesAt,
  isSummary,
  long,
  type Play,
  TASK,
} from './__fixtures__/clerk.ts';

describe('compacting a history that is too long', () => {
  test('the model sums the history up, visibly, and goes on from the summary', async () => {
    await withClerk({}, async (scene) => {
      for (const word of ['first', 'second', 'third', 'fourth', 'fifth']) await scene.ask(long(word));
      const [compacted] = await compactionsAt(scene);
      expect(compacted).toMatchObject({ type: 'compacted', agent: 'clerk', through: expect.any(Number) });
      const last = scene.model.requests.at(-1)!;
      expect(last.messages[0]).toMatchObject({ role: 'user' });
      expect(last.messages[0]!.text).toMatch(/^<summary_of_earlier_turns boundary="\w+">\nSummary of \d+ characters\./);
    });
  });

  test("keeps the user's messages word for word", async () => {
    await withClerk({}, async (scene) => {
      await scene.ask('Never use the word "teapot" & always write <b>.');
      for (const word of ['second', 'third', 'fourth', 'fifth']) await scene.ask(long(word));
      expect(await compactionsAt(scene)).not.toEqual([]);
      const beginning = scene.model.requests.at(-1)!.messages[0]!.text;
      expect(beginning).toContain('\nfrom: default_user\n\nNever use the word "teapot" & always write <b>.\n</message');
    });
  });

  test('keeps every call together with its result in every prompt', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 12; index += 1) await scene.ask(long(`letter ${index}`));
      expect((await compactionsAt(scene)).length).toBeGreaterThan(2);
      for (const { messages } of scene.model.requests) {
        const calls = messages.flatMap((message) => message.toolCalls.map((call) => call.id));
        const results = messages.flatMap((message) => message.toolResults.map((result) => result.id));
        expect(results).toEqual(calls);
      }
    });
  });

  test('keeps prompts below the limit however long the conversation is', async () => {
    await withClerk({ agent: { compaction: { maxTokens: 2_500 } } }, async (scene) => {
      for (let index = 0; index < 20; index += 1) await scene.ask(long(`letter ${index}`));
      const sizes = scene.model.requests
        .filter((request) => !isSummary(request))
        .map(({ messages }) => {
          return messages.reduce((sum, { text }) => sum + text.length / 4, 0);
        });
      expect(Math.max(...sizes)).toBeLessThan(2_500);
    });
  });

  test('keeps every turn in the store, and log and turns agree', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 6; index += 1) await scene.ask(long(`letter ${index}`));
      const task = await scene.instance.task(TASK);
      const whole = await readWholeTask(scene.store, task!.key);
      expect(whole.done.filter((turn) => turn.summaryThrough === undefined)).toHaveLength(12);
      expect(checkTask(whole)).toEqual([]);
    });
  });

  test('makes no summary while the history fits', async () => {
    await withClerk({ agent: { compaction: { maxTokens: 100_000 } } }, async (scene) => {
      for (const word of ['first', 'second', 'third']) await scene.ask(long(word));
      expect(scene.model.requests.some(isSummary)).toBe(false);
      expect(await compactionsAt(scene)).toEqual([]);
    });
  });

  test('makes no summary for an agent without a limit', async () => {
    await withClerk({ agent: { compaction: undefined } }, async (scene) => {
      for (let index = 0; index < 6; index += 1) await scene.ask(long(`letter ${index}`));
      expect(scene.model.requests.some(isSummary)).toBe(false);
    });
  });
});

describe('a compacted history in the store', () => {
  test('consists of the newest summary and the turns after it, as in memory', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 8; index += 1) await scene.ask(long(`letter ${index}`));
      const compactions = await compactionsAt(scene);
      const task = await scene.instance.task(TASK);
      const [summary, ...rest] = await scene.store.history(task!.key, 'clerk');
      const newest = compactions.at(-1)!;
      expect(compactions.length).toBeGreaterThan(1);
      expect(summary).toMatchObject({ summaryThrough: newest.through, turn: newest.turn });
      expect(rest.every((turn) => turn.turn > newest.through && turn.summaryThrough === undefined)).toBe(true);
      expect(checkPrompt('clerk', [summary!, ...rest].map(readTurn))).toEqual([]);
    });
  });

  test('gives the same next prompt from memory as after a restart', async () => {
    const ask = async (restart: boolean) =>
      withClerk({}, async (scene) => {
        for (let index = 0; index < 6; index += 1) await scene.ask(long(`letter ${index}`));
        if (!restart) {
          await scene.ask('last');
          return scene.model.requests.at(-2)!.messages;
        }
        await scene.instance.shutdown();
        const model = scripted(diligent);
        await using instance = await clerk(model).instantiate({ store: scene.store });
        await instance.postMessage({ taskId: TASK, body: 'last' });
        return model.requests.at(-2)!.messages;
      });
    const plain = (messages: unknown) =>
      JSON.stringify(messages).replaceAll(/(?<=timestamp: )[^\\]*|(?<=boundary=\\")\w+/g, '*');
    const ids = (text: string) => text.replaceAll(/call_\d+_\d+/g, 'call');
    expect(ids(plain(await ask(true)))).toBe(ids(plain(await ask(false))));
  });

  test('numbers a summary below the turn that it was made for', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 6; index += 1) await scene.ask(long(`letter ${index}`));
      const entries = await entriesAt(scene);
      for (const compacted of await compactionsAt(scene)) {
        const next = entries.find((entry) => entry.seq > compacted.seq && entry.type === 'call')!;
        expect(next.turn).toBe(compacted.turn! + 1);
      }
    });
  });

  test('shows the text of a turn that follows a summary while it is being written', async () => {
    // Whoever answers at once has nothing to show while it writes.
    const toolCalls = [{ name: 'task_complete', input: { finish_message: 'Done. '.repeat(50) } }];
    const play = (request: Parameters<typeof diligent>[0]) =>
      isSummary(request) || request.messages.at(-1)!.role === 'user'
        ? diligent(request)
        : { toolCalls, chunkSize: 2, delayMs: 1 };
    await withClerk({ play }, async (scene) => {
      for (let index = 0; index < 4; index += 1) await scene.ask(long(`letter ${index}`));
      const shown: number[] = [];
      const seen = new Set<string>();
      for await (const entry of scene.instance.stream({ taskId: TASK, body: long('last'), tokens: true })) {
        seen.add(entry.type);
        if (entry.type === 'token') shown.push(entry.turn);
      }
      expect(seen).toContain('compacted');
      expect(shown).not.toEqual([]);
    });
  });

  test('a fork made after the summary has it, and one made before does not', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 6; index += 1) await scene.ask(long(`letter ${index}`));
      const [first] = await compactionsAt(scene);
      const historyOf = async (taskId: string) => {
        const fork = await scene.instance.task(taskId);
        return scene.store.history(fork!.key, 'clerk');
      };
      const before = await historyOf(await scene.instance.fork(TASK, { beforeRun: first!.run }));
      const after = await historyOf(await scene.instance.fork(TASK, { beforeRun: first!.run + 1 }));
      expect(before.some((turn) => turn.summaryThrough !== undefined)).toBe(false);
      expect(after[0]).toMatchObject({ summaryThrough: first!.through });
    });
  });
});

describe('making a summary', () => {
  test('sends the model no tools and nothing but the transcript', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 4; index += 1) await scene.ask(long(`letter ${index}`));
      const request = scene.model.requests.find(isSummary)!;
      expect(request.tools).toEqual([]);
      expect(request.messages).toHaveLength(1);
      expect(request.messages[0]!.text).toContain('letter 0');
    });
  });

  test('another model can make the summary', async () => {
    const cheap = scripted(() => ({ text: 'In short.' }));
    await withClerk({ agent: { compaction: { maxTokens: 1_500, model: cheap } } }, async (scene) => {
      for (let index = 0; index < 5; index += 1) await scene.ask(long(`letter ${index}`));
      expect(cheap.requests.length).toBeGreaterThan(0);
      expect(scene.model.requests.some(isSummary)).toBe(false);
      expect(scene.model.requests.at(-1)!.messages[0]!.text).toContain('In short.');
    });
  });

  test('starts from the previous summary', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 8; index += 1) await scene.ask(long(`letter ${index}`));
      const [, second] = scene.model.requests.filter(isSummary);
      expect(second!.messages[0]!.text).toContain('<summary_of_earlier_turns boundary=');
    });
  });

  test('costs tokens, which are in the log and count against limits', async () => {
    await withClerk({}, async (scene) => {
      for (let index = 0; index < 4; index += 1) await scene.ask(long(`letter ${index}`));
      const [compacted] = await compactionsAt(scene);
      const usage = (await entriesAt(scene)).find((entry) => entry.type === 'usage' && entry.turn === compacted!.turn);
      expect(usage).toMatchObject({ agent: 'clerk', usage: { inputTokens: expect.any(Number) } });
    });
  });

  test.each([
    ['fails', { fault: { kind: 'http', status: 400, message: 'too busy' } as const }, /too busy/],
    ['says nothing', { toolCalls: [{ name: 'task_complete', input: {} }] }, /wrote nothing/],
  ])('lets the agent answer although the summary %s', async (_, turn, reason) => {
    const play = (request: Parameters<typeof diligent>[0]) => (isSummary(request) ? turn : diligent(request));
    await withClerk({ play }, async (scene) => {
      for (let index = 0; index < 4; index += 1) await scene.ask(long(`letter ${index}`));
      const entries = await entriesAt(scene);
      const notice = entries.find((entry) => entry.type === 'notice');
      expect(notice).toMatchObject({ code: 'compaction_failed', text: expect.stringMatching(reason) });
      expect(entries.filter((entry) => entry.type === 'run-ended').map((entry) => entry.outcome)).toEqual(
        Array.from({ length: 4 }, () => 'complete'),
      );
      expect(await compactionsAt(scene)).toEqual([]);
    });
  });

  test('costs one more call when the process dies in the middle of it', async () => {
    const asked = Promise.withResolvers<void>();
    await withClerk({ play: stuckAtSummary(asked.resolve) }, async (scene) => {
      const { instance, store } = scene;
      for (const word of ['first', 'second']) await scene.ask(long(word));
      await instance.submit({ taskId: TASK, body: long('third').repeat(3) });
      await asked.promise;
      await instance.shutdown({ drainMs: 0 });
      expect(await compactionsAt(scene)).toEqual([]);

      const model = scripted(diligent);
      await using heir = await clerk(model).instantiate({ store });
      for await (const entry of heir.follow(TASK)) expect(entry.type).not.toBe('text-abandoned');
      expect(isSummary(model.requests[0]!)).toBe(true);
      const task = await heir.task(TASK);
      expect(task!.status).toBe('complete');
      expect(checkTask(await readWholeTask(store, task!.key))).toEqual([]);
    });
  });

  test('stops when the run is stopped', async () => {
    const asked = Promise.withResolvers<void>();
    await withClerk({ play: stuckAtSummary(asked.resolve) }, async (scene) => {
      for (const word of ['first', 'second']) await scene.ask(long(word));
      const last = await scene.instance.submit({ taskId: TASK, body: long('third').repeat(3) });
      await asked.promise;
      await scene.instance.cancel(TASK);
      expect(await scene.instance.answer(last)).toMatchObject({ status: 'cancelled' });
      expect(await compactionsAt(scene)).toEqual([]);
    });
  });

  test('a summary cannot be interrupted; the interrupt is read right after it', async () => {
    const asked = Promise.withResolvers<void>();
    const summary = Promise.withResolvers<ScriptedTurn>();
    const model = scripted((request) => {
      if (!isSummary(request))
        return { toolCalls: [{ name: 'send_response', input: { target: 'boss', subject: 's', body: 'b' } }] };
      asked.resolve();
      return summary.promise;
    });
    const send = (tool: string, body: string) => [{ tool, input: { target: 'clerk', subject: tool, body } }];
    const boss: Line[] = [
      send('send_request', long('first')),
      send('send_request', long('second')),
      send('send_request', long('third').repeat(3)),
      async () => (await asked.promise, { calls: send('send_interrupt', 'wait!') }),
      [wait],
      complete('Heard.'),
    ];
    const team = swarm({
      name: 'post',
      version: '1.0.0',
      entrypoint: 'boss',
      agents: [
        actor('boss', boss, { commTargets: ['clerk'], enableEntrypoint: true, canCompleteTasks: true }),
        agent({ name: 'clerk', model, commTargets: ['boss'], compaction: { maxTokens: 1_500, keepTurns: 1 } }),
      ],
    });
    await using store = await openStore('sqlite::memory:');
    await using instance = await team.instantiate({ store });
    const submitted = await instance.submit({ taskId: TASK, body: 'go' });
    await asked.promise;
    await instance.submit({ taskId: TASK, body: 'cut in' });
    for await (const entry of instance.follow(TASK)) {
      if (entry.type === 'message' && entry.message.msgType === 'interrupt') break;
    }
    summary.resolve({ text: 'In short.' });
    expect(await instance.answer(submitted)).toMatchObject({ status: 'complete' });
    const after = model.requests[model.requests.findIndex(isSummary) + 1]!;
    expect(after.messages[0]!.text).toContain('In short.');
    expect(after.messages.at(-1)!.text).toMatch(/wait!/);
  });
});

/** Never gets done with a summary. */
function stuckAtSummary(onAsked: () => void): Play {
  return (request) => {
    if (!isSummary(request)) return diligent(request);
    onAsked();
    return { text: 'too late', firstDelayMs: 60_000 };
  };
}

describe('compaction in a manual step', () => {
  const talkative: Play = (request) => ({ text: isSummary(request) ? 'In short.' : long('Well,') });
  const instance = { mode: 'manual' } as const;

  test('sums up when the prompt takes more than its share of the context window', async () => {
    const agentOptions = { compaction: undefined, contextWindow: 4_000 };
    await withClerk({ play: talkative, instance, agent: agentOptions }, async (scene) => {
      await scene.instance.submit({ taskId: TASK, body: 'Tell me everything.' });
      const step = (dynamicContextRatio?: number) =>
        scene.instance.manualStep({ taskId: TASK, target: 'clerk', payload: long('Go on.'), dynamicContextRatio });
      for (let index = 0; index < 5; index += 1) await step();
      await step(1);
      await step(0);
      expect(await compactionsAt(scene)).toEqual([]);
      await step(0.5);
      expect(await compactionsAt(scene)).toHaveLength(1);
      const { messages } = scene.model.requests.at(-1)!;
      expect(messages[0]!.text).toMatch(/In short\.[^]*Tell me everything\./);
      await step(0.5);
      expect(scene.model.requests.at(-1)!.messages[0]!.text).toContain('In short.');
    });
  });

  test('assumes a window for an unknown model instead of dividing by zero (Q21)', async () => {
    await withClerk({ play: talkative, instance, agent: { compaction: undefined } }, async (scene) => {
      await scene.instance.submit({ taskId: TASK, body: 'Go.' });
      const result = await scene.instance.manualStep({ taskId: TASK, target: 'clerk', dynamicContextRatio: 0.75 });
      expect(result.status).toBe('done');
    });
  });

  test('uses the model that the step brought', async () => {
    await withClerk({ play: talkative, instance }, async (scene) => {
      await scene.instance.submit({ taskId: TASK, body: 'Go.' });
      const step = { taskId: TASK, target: 'clerk', payload: long('Go on.') };
      await scene.instance.manualStep(step);
      await scene.instance.manualStep(step);
      const other = scripted(talkative);
      await scene.instance.manualStep({ ...step, model: other, payload: long('And on.').repeat(3) });
      expect(other.requests.map(isSummary)).toEqual([true, false]);
      expect(scene.model.requests.some(isSummary)).toBe(false);
    });
  });

  test('a function, which has no prompt, needs no compaction', async () => {
    const run = () => ({ text: long('Well,') });
    await withClerk({ instance, agent: { model: undefined, run, compaction: { maxTokens: 10 } } }, async (scene) => {
      await scene.instance.submit({ taskId: TASK, body: 'Go.' });
      for (let index = 0; index < 3; index += 1) await scene.instance.manualStep({ taskId: TASK, target: 'clerk' });
      expect(await compactionsAt(scene)).toEqual([]);
      expect(
        (await entriesAt(scene)).some((entry) => entry.type === 'notice' && entry.code === 'compaction_failed'),
      ).toBe(false);
    });
  });
});
