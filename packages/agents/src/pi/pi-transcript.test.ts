import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { PiMessage } from './pi-event.ts';
import { defaultStateFolder, PiTranscript } from './pi-transcript.ts';

const root = mkdtempSync(join(tmpdir(), 'transcript-'));
const folder = join(root, 'inner');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const say = (role: string, content: string): PiMessage => ({ role, content });

describe('PiTranscript', () => {
  test('keeps messages in their order, without those of the system', async () => {
    const transcript = await PiTranscript.create(join(folder, 'deep', 'er'));
    await Promise.all([
      transcript.add(say('system', 'Be nice.')),
      transcript.add(say('user', 'one')),
      transcript.add(say('assistant', 'two')),
      transcript.add(say('toolResult', 'three')),
    ]);
    const { messages } = await PiTranscript.open(join(folder, 'deep', 'er'), transcript.id);
    expect(messages.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  });

  test('a transcript cannot be read by other users', async () => {
    const transcript = await PiTranscript.create(folder);
    expect(statSync(join(folder, `${transcript.id}.jsonl`)).mode & 0o077).toBe(0);
  });

  test('an empty transcript can be opened', async () => {
    const { id } = await PiTranscript.create(folder);
    expect((await PiTranscript.open(folder, id)).messages).toEqual([]);
  });

  test('skips a line that a crash cut off, and reads the next', async () => {
    const { id } = await PiTranscript.create(folder);
    appendFileSync(join(folder, `${id}.jsonl`), '{"role":"user","content":"one"}\n{"role":"assis');
    const { transcript, messages } = await PiTranscript.open(folder, id);
    expect(messages).toEqual([say('user', 'one')]);
    await transcript.add(say('user', 'two'));
    expect((await PiTranscript.open(folder, id)).messages).toEqual([say('user', 'one'), say('user', 'two')]);
  });

  test.each(['../outside', 'a/b', '', 'x'.repeat(101), 'nobody'])('knows no conversation %j', async (id) => {
    appendFileSync(join(folder, '..', 'outside.jsonl'), '');
    await expect(PiTranscript.open(folder, id)).rejects.toMatchObject({ details: { reason: 'unknown-session' } });
    rmSync(join(folder, '..', 'outside.jsonl'));
  });

  test('reports a folder that cannot be read', async () => {
    const { id } = await PiTranscript.create(folder);
    rmSync(join(folder, `${id}.jsonl`));
    await PiTranscript.create(join(folder, `${id}.jsonl`));
    await expect(PiTranscript.open(folder, id)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

test('the default folder is where programs keep their state', () => {
  expect(defaultStateFolder({ XDG_STATE_HOME: '/state' })).toBe('/state/posthouse/pi');
  expect(defaultStateFolder({ HOME: '/me' })).toBe('/me/.local/state/posthouse/pi');
});
