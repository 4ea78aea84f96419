import { describe, expect, test, vi } from 'vitest';
import { isRunning } from '../../packages/agents/src/driving/process-table.ts';
import { openWriter } from './scenarios/open-writer.ts';
import { piProfiles } from './scenarios/pi-profiles.ts';
import { processesIn } from './scenarios/processes-in.ts';

describe.each(piProfiles)('$name', (profile) => {
  test('closing the session in the middle of a command ends the command', async () => {
    await using opened = await openWriter(profile);
    const { events, over } = opened.send('Sleep.');
    await vi.waitFor(() => expect(JSON.stringify(events)).toContain('slept-5'), { timeout: 120_000 });
    const running = processesIn(opened.folder);
    expect(running.length).toBeGreaterThan(0);
    await opened.session[Symbol.asyncDispose]();
    await over;
    await vi.waitFor(() => expect(running.filter(isRunning)).toEqual([]), { timeout: 60_000 });
  });

  test("a stop in a text closes the model's connection, and the session is usable again", async () => {
    await using opened = await openWriter(profile);
    const { over } = opened.send('Write.');
    await opened.llm.received(0);
    await opened.session.interrupt();
    await over;
    expect(await opened.send('Say hello.').over).toContain('Hello.');
  });

  test('a model that cannot be reached is a clear error', async () => {
    await using opened = await openWriter(profile, { baseURL: 'http://127.0.0.1:9' });
    const events = await opened.send('Say hello.').over;
    expect(events).toMatch(/"stopReason":"error"/);
    expect(events).toMatch(/[Cc]onnect|fetch failed|ECONNREFUSED/);
  });

  test('an image of the user reaches the model', async () => {
    await using opened = await openWriter(profile);
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    const input = profile.adapter.adaptUserMessage({
      parts: [
        { type: 'text', text: 'Say hello.' },
        { type: 'file', mediaType: 'image/png', url },
      ],
    });
    for await (const _ of opened.session.send(input, { signal: AbortSignal.timeout(120_000) }));
    const { body } = await opened.llm.received(0);
    expect(JSON.stringify(body)).toContain('iVBORw0KGgo=');
  });

  test('a fork is independent', async () => {
    await using opened = await openWriter(profile);
    await opened.send('Say hello. (first)').over;
    const fork = await opened.session.fork!();
    const input = profile.adapter.adaptUserMessage({ parts: [{ type: 'text', text: 'Say hello. (fork)' }] });
    for await (const _ of fork.send(input, { signal: AbortSignal.timeout(120_000) }));
    await opened.send('Say hello. (original)').over;
    const [, inFork, inOriginal] = opened.llm.requests.map(({ messages }) =>
      messages.map(({ text }) => text).join('\n'),
    );
    expect(inFork).toContain('(first)');
    expect(inOriginal).not.toContain('(fork)');
  });
});
