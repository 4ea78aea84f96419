import { expect, test } from 'vitest';
import { toProposal } from './to-proposal.ts';

test('a step that is proposed can stand in the form', () => {
  const step = {
    target: 'ann',
    payload: 'Whom do you protect?',
    response_type: 'response',
    response_targets: ['host'],
  };
  expect(toProposal({ step })).toEqual({ target: 'ann', hearers: ['host'], payload: 'Whom do you protect?' });
});

test('what everybody hears is for nobody in particular', () => {
  expect(toProposal({ step: { target: 'ann' } })).toEqual({ target: 'ann', hearers: [], payload: '' });
  expect(toProposal({ step: { target: 'ann', response_targets: ['all'] } })?.hearers).toEqual([]);
});

test('nothing may be proposed', () => {
  expect(toProposal({ step: null })).toBeUndefined();
});

test.each([{}, { step: {} }, { step: { target: '' } }, undefined])('%j is no proposal', (body) => {
  expect(() => toProposal(body)).toThrow(/proposal/);
});
