import { describe, expect, it } from 'vitest';
import { secretsOf } from './secrets.ts';

describe('secretsOf', () => {
  it('lists everything that identifies us to a provider', () => {
    const secrets = secretsOf({
      userToken: 'token-of-user',
      providers: {
        openai: { apiKey: 'key-of-openai' },
        anthropic: { headers: { 'x-gateway-key': 'key-of-gateway' } },
        litellm_proxy: {},
      },
      environment: {
        OPENAI_API_KEY: 'openai-in-environment',
        ANTHROPIC_API_KEY: 'anthropic-in-environment',
        OPENAI_COMPATIBLE_API_KEY: 'compatible-in-environment',
        LITELLM_PROXY_API_KEY: '',
        HOME: '/somebody',
      },
    });

    expect(secrets).toEqual([
      'token-of-user',
      'key-of-openai',
      'key-of-gateway',
      'openai-in-environment',
      'anthropic-in-environment',
      'compatible-in-environment',
    ]);
  });

  it('finds nothing where there are no secrets', () => {
    expect(secretsOf({ environment: {} })).toEqual([]);
  });
});
