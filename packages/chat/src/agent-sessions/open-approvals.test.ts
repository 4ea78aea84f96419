import { describe, expect, test } from 'vitest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { OpenApprovals } from './open-approvals.ts';

const input = (toolCallId: string, value: unknown): UIChunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'remove',
  input: value,
});
const asks = (approvalId: string, toolCallId: string): UIChunk => ({
  type: 'tool-approval-request',
  approvalId,
  toolCallId,
});

function open(...chunks: UIChunk[]): OpenApprovals {
  const approvals = new OpenApprovals();
  for (const chunk of chunks) approvals.see(chunk);
  return approvals;
}

const two = () =>
  open(input('c1', { file: 'a', undef: undefined }), asks('a1', 'c1'), input('c2', 7), asks('a2', 'c2'));

describe('open approvals', () => {
  test('open approvals know the call and the input that they were requested for', () => {
    expect(two().all).toEqual([
      { approvalId: 'a1', toolCallId: 'c1', toolName: 'remove', input: { file: 'a' } },
      { approvalId: 'a2', toolCallId: 'c2', toolName: 'remove', input: 7 },
    ]);
  });

  test('open approvals are found by their id or their call', () => {
    const found = (verdict: { approvalId?: string; toolCallId?: string }) =>
      two()
        .match([{ ...verdict, approved: true }])
        .map(({ approval }) => approval.approvalId);
    expect(found({ approvalId: 'a1' })).toEqual(['a1']);
    expect(found({ toolCallId: 'c2' })).toEqual(['a2']);
    expect(found({ approvalId: 'a1', toolCallId: 'c1' })).toEqual(['a1']);
  });

  test.each([
    ['an id that nobody asked with', { approvalId: 'a3' }],
    ['another call', { approvalId: 'a1', toolCallId: 'c2' }],
    ['another input', { approvalId: 'a1', input: { file: 'b' } }],
    ['an input with more in it', { approvalId: 'a1', input: { file: 'a', force: true } }],
    ['no input where there was one', { approvalId: 'a1', input: undefined }],
  ])('open approvals refuse %s', (_, verdict) => {
    expect(() => two().match([{ ...verdict, approved: true }])).toThrow(
      expect.objectContaining({ code: 'call_not_found' }),
    );
  });

  test('open approvals refuse everything when one of several is forged, and skip what is not open', () => {
    const forged = { approvalId: 'a2', approved: true, input: 8 };
    expect(() => two().match([{ approvalId: 'a1', approved: true }, forged])).toThrow('another call');
    expect(
      two().match([
        { approvalId: 'a0', approved: true },
        { approvalId: 'a1', approved: true, input: { file: 'a' } },
      ]),
    ).toHaveLength(1);
  });

  test('open approvals are answered once, and end with their call', () => {
    const approvals = two();
    approvals.take('a1');
    expect(() => approvals.match([{ approvalId: 'a1', approved: true }])).toThrow('a2');
    approvals.see({ type: 'tool-output-available', toolCallId: 'c2', output: 'so far', preliminary: true });
    expect(approvals.all).toHaveLength(1);
    approvals.see({ type: 'tool-output-error', toolCallId: 'c2', errorText: 'stopped' });
    expect(() => approvals.match([{ approvalId: 'a2', approved: true }])).toThrow('no call waits');
  });
});
