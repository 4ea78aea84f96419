import { describe, expect, it } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

describe('hideSecrets', () => {
  it('hides the given secrets', () => {
    expect(hideSecrets('key hunter22 is wrong, hunter22!', ['hunter22', undefined, 'other-one'])).toBe(
      'key [hidden] is wrong, [hidden]!',
    );
  });

  it('ignores given secrets that are too short to be any', () => {
    expect(hideSecrets('the model answered', ['the', 'a', ''])).toBe('the model answered');
  });

  it.each([
    'Incorrect API key provided: sk-proj-abc123DEF456.',
    'Incorrect API key provided: sk-abc1****************wxyz.',
    'sent Authorization: Bearer abc.def-ghi',
    'token eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl expired',
  ])('hides what looks like a secret in %j', (text) => {
    const hidden = hideSecrets(text, []);

    expect(hidden).toContain('[hidden]');
    expect(hidden).not.toMatch(/abc|eyJ/);
  });

  it.each(['The task-key is missing.', 'sk-1', 'A bearer brings letters', 'risk-taking costs money'])(
    'leaves %j alone',
    (text) => {
      expect(hideSecrets(text, [])).toBe(text);
    },
  );
});
