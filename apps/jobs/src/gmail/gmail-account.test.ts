import { describe, expect, test } from 'vitest';
import type { Profile } from '../agent/key-file.ts';
import { gmailFinder } from './gmail-account.ts';

const find = (profiles: Record<string, Profile>, env: Record<string, string> = {}) =>
  gmailFinder({ keys: { profile: (name) => profiles[name] }, env, firstOwner: () => 1 });

describe('the configured Gmail account', () => {
  test('the account of the first owner comes from the file or, with precedence, from the environment', () => {
    const profiles = { 'gmail:oauth': { access_token: 'file' } };
    expect(find(profiles)(1).account?.accessToken).toBe('file');
    expect(find(profiles, { GMAIL_ACCESS_TOKEN: ' env ' })(1).account?.accessToken).toBe('env');
    expect(find(profiles, { GMAIL_ACCESS_TOKEN: '' })(1).account?.accessToken).toBe('file');
    expect(find({}, { GMAIL_ACCESS_TOKEN: 'two lines\nno' })(1).account).toBeUndefined();
  });

  test('the account of another owner comes from a profile of its own', () => {
    const profiles = { 'gmail:oauth': { access_token: 'first' }, 'gmail:oauth:2': { access_token: 'second' } };
    const env = { GMAIL_ACCESS_TOKEN: 'env' };
    expect(find(profiles, env)(2)).toMatchObject({ profile: 'gmail:oauth:2', account: { accessToken: 'second' } });
    expect(find(profiles, env)(3)).toEqual({ profile: 'gmail:oauth:3', account: undefined });
  });

  test('the configured address is Google’s unless the user names another one', () => {
    const { account } = find({ 'gmail:oauth': { access_token: 'a', base_url: 'https://mail.example.com/' } })(1);
    expect(account).toMatchObject({
      api: { url: 'https://mail.example.com', isNamed: true },
      tokens: { url: 'https://oauth2.googleapis.com/token', isNamed: false },
    });
  });

  test('an account with incomplete refresh settings is missing', () => {
    expect(find({ 'gmail:oauth': { refresh_token: 'r', client_id: 'c' } })(1).account).toBeUndefined();
    const whole = { refresh_token: 'r', client_id: 'c', client_secret: 's' };
    expect(find({ 'gmail:oauth': whole })(1).account?.refresh).toEqual({
      token: 'r',
      clientId: 'c',
      clientSecret: 's',
    });
  });
});
