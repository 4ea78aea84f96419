import { describe, expect, test } from 'vitest';
import { isMailToolName, MAIL_TOOL_NAMES } from './mail-tool-names.ts';

describe('MAIL_TOOL_NAMES', () => {
  test('names every tool of the protocol once', () => {
    expect([...MAIL_TOOL_NAMES].toSorted()).toEqual([
      'acknowledge_broadcast',
      'await_message',
      'discover_swarms',
      'help',
      'ignore_broadcast',
      'send_broadcast',
      'send_interrupt',
      'send_interswarm_broadcast',
      'send_request',
      'send_response',
      'task_complete',
    ]);
  });

  test.each(MAIL_TOOL_NAMES)('contains %s, which every provider accepts as the name of a tool', (name) => {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
  });
});

describe('isMailToolName', () => {
  test.each(MAIL_TOOL_NAMES)('recognises %s', (name) => {
    expect(isMailToolName(name)).toBe(true);
  });

  test.each(['', 'send', 'Send_Request', 'weigh_parcel', 'toString', '__proto__', 'constructor'])(
    'refuses %j',
    (name) => {
      expect(isMailToolName(name)).toBe(false);
    },
  );
});
