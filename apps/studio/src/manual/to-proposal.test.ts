import { expect, test } from 'vitest';
import { toProposal } from './to-proposal.ts';

test('a proposed step fills the form', () => {
  const step = {
    target: 'ann',
    payload: 'Whom do you protect?',
    response_type: 'response',
    response_targets: ['host'],
  };
  expect(toProposal({ step })).toEqual({ target: 'ann', hearers: ['host'], payload: 'Whom do you protect?' });
});

test('a proposal for everybody has no single target', () => {
  expect(toProposal({ step: { target: 'ann' } })).toEqual({ target: 'ann', hearers: [], payload: '' });
  expect(toProposal({ step: { target: 'ann', response_targets: ['all'] } })?.hearers).toEqual([]);
});

test('there may be no proposal', () => {
  expect(toProposal({ step: null })).toBeUndefined();
});

test.each([{}, { step: {} }, { step: { target: '' } }, undefined])('%j is no proposal', (body) => {
  expect(() => toProposal(body)).toThrow(/proposal/);
});
