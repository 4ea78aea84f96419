import { findSigningKey, toKeyFile } from '../federation/trust/find-signing-key.ts';
import type { SigningKey } from '../federation/trust/signing-key.ts';
import type { StartPlan } from './start-plan.ts';

/** The key that this server signs with. Several machines need to be told the same one; whoever forgets it is warned. */
export async function findServerKey({ options, databaseURL, shared, logger }: StartPlan): Promise<SigningKey> {
  const { federation = {}, store } = options;
  const { signingKey = process.env.MAIL_SIGNING_KEY } = federation;
  const signingKeyFile = federation.signingKeyFile ?? (store === undefined ? toKeyFile(databaseURL) : undefined);
  if (shared && signingKeyFile === undefined && (signingKey ?? '') === '') {
    logger.warn('set MAIL_SIGNING_KEY: without it peers know this server only until it stops');
  }
  return findSigningKey({ signingKey, signingKeyFile });
}
