import { expect, test } from 'vitest';
import { toTokenTable } from './to-token-table.ts';

const token = { handle: '0123456789ab', role: 'user', id: 'ada', createdAt: '2026-03-01T08:30:59.000Z' } as const;

test('tokens are printed in columns', () => {
  const tokens = [
    token,
    { ...token, role: 'admin', id: 'somebody-else', lastUsedAt: '2026-03-02T09:00:00.000Z', name: 'laptop' } as const,
  ];
  expect(toTokenTable(tokens).split('\n')).toEqual([
    'HANDLE        ROLE   ID             CREATED           LAST USED         NAME',
    '0123456789ab  user   ada            2026-03-01 08:30  never',
    '0123456789ab  admin  somebody-else  2026-03-01 08:30  2026-03-02 09:00  laptop',
  ]);
});

test('ids and names cannot control the terminal', () => {
  expect(toTokenTable([{ ...token, id: 'a\u001B[2J', name: '\u0007' }])).not.toMatch(/[^\P{Cc}\n]/u);
});
