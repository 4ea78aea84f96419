import { expect, test } from 'vitest';
import { actor } from '../__fixtures__/play.ts';
import { agentMessage, mailTo } from '../__fixtures__/decision-state.ts';
import { unreadBy } from './unread-by.ts';

test('an agent has not read what came since its turn began', () => {
  const [read, unread, other] = [
    mailTo('math', agentMessage('boss', 'math')),
    mailTo('math', agentMessage('boss', 'math')),
    mailTo('boss', agentMessage('math', 'boss')),
  ];
  const mail = () => [read, unread, other];
  expect(unreadBy({ mail }, { agent: actor('math', []), taken: [read] })).toEqual(new Set([unread.message.id]));
  // What a commit has taken is not there any more.
  expect(unreadBy({ mail: () => [other] }, { agent: actor('math', []), taken: [read] })).toEqual(new Set());
});
