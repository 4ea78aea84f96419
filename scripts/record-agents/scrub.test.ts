import { describe, expect, test } from 'vitest';
import { makeScrubber } from './scrub.ts';

describe('makeScrubber', () => {
  test('replaces an id by the same one everywhere, also inside texts and keys', () => {
    const scrub = makeScrubber({ replace: [] });
    const id = 'ses_e21791dbcffe0I6Z40GqGFUOQG';
    expect(scrub({ id, text: `<task id="${id}">`, [id]: true })).toEqual({
      id: 'ses_0001',
      text: '<task id="ses_0001">',
      ses_0001: true,
    });
  });

  test('keeps different ids apart, whatever value they are in', () => {
    const scrub = makeScrubber({ replace: [] });
    const first = scrub('msg_1de86e359001TsBsx90kK3BgMO');
    const second = scrub({ id: 'msg_1de86e7b5001nUdTNhhgjBkzoV' });
    expect([first, second.id, scrub('msg_1de86e359001TsBsx90kK3BgMO')]).toEqual(['msg_0001', 'msg_0002', 'msg_0001']);
  });

  test('leaves short ids alone, which scripts have set', () => {
    expect(makeScrubber({ replace: [] })('call_0_0')).toBe('call_0_0');
  });

  test('makeScrubber replaces UUIDs', () => {
    const scrub = makeScrubber({ replace: [] });
    expect(scrub(['1acf195e-d71b-4b07-b429-6fdb9c8d36e9', '9adb391c-c5b0-4f15-bb4a-908ad81d691f'])).toEqual([
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002',
    ]);
  });

  test('removes folders, ports and dates from texts', () => {
    const scrub = makeScrubber({
      replace: [
        ['/tmp/agents-x1/work', '/workspace'],
        ['/tmp/agents-x1', '/agent'],
      ],
    });
    expect(scrub('/tmp/agents-x1/work/a.txt and /tmp/agents-x1/b at http://127.0.0.1:40165/v1')).toBe(
      '/workspace/a.txt and /agent/b at http://127.0.0.1:4010/v1',
    );
    expect(scrub('on Sun, 15 Nov 2026 09:27:53 GMT or 2026-11-15T09:27:53.123Z')).toBe(
      'on Thu, 01 Jan 2026 00:00:00 GMT or 2026-01-01T00:00:00.000Z',
    );
  });

  test('counts times from the first one, and leaves other numbers alone', () => {
    const scrub = makeScrubber({ replace: [] });
    const epoch = Date.UTC(2026, 0, 1);
    expect(
      scrub({ start: 1_794_734_746_230, end: 1_794_734_746_250, tokens: 154, cost: 0.00017, bytes: 10_000_000 }),
    ).toEqual({
      start: epoch,
      end: epoch + 20,
      tokens: 154,
      cost: 0.00017,
      bytes: 10_000_000,
    });
  });

  test('keeps everything else unchanged', () => {
    const value = { a: null, b: [true, false, 'plain', { c: 1.5 }], d: undefined };
    expect(makeScrubber({ replace: [] })(value)).toEqual(value);
  });

  test('a scrubber can be told what only one runtime says', () => {
    const scrub = makeScrubber({
      replace: [],
      patterns: [[/\/run\/\d+\.sock/g, '/run/agent.sock']],
      ids: [/\btask-[0-9a-f]{4}\b/g],
      without: ['skills'],
    });
    expect(scrub({ at: '/run/4711.sock', skills: ['a'], tasks: ['task-00ff', 'task-beef', 'task-00ff'] })).toEqual({
      at: '/run/agent.sock',
      tasks: ['id000001', 'id000002', 'id000001'],
    });
  });
});
