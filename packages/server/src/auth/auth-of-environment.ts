import { invalidConfiguration } from '@posthouse/protocol';
import type { ExternalAuth } from './external/external-authenticator.ts';

/**
 * The services that the environment names, or `auto` when it names none. Half a configuration is refused: whoever set one
 * of the two variables did not mean to run without authentication.
 */
export function authOfEnvironment(environment: NodeJS.ProcessEnv): ExternalAuth | 'auto' {
  const authEndpoint = environment.AUTH_ENDPOINT ?? '';
  const tokenInfoEndpoint = environment.TOKEN_INFO_ENDPOINT ?? '';
  if (authEndpoint === '' && tokenInfoEndpoint === '') return 'auto';
  if (authEndpoint !== '' && tokenInfoEndpoint !== '') return { authEndpoint, tokenInfoEndpoint };
  const [set, missing] =
    authEndpoint === '' ? ['TOKEN_INFO_ENDPOINT', 'AUTH_ENDPOINT'] : ['AUTH_ENDPOINT', 'TOKEN_INFO_ENDPOINT'];
  throw invalidConfiguration(`${set} is set but ${missing} is not; external authentication needs both`);
}
