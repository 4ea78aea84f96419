import { PosthouseError } from '@posthouse/protocol';
import type { streamText } from 'ai';

type Download = NonNullable<Parameters<typeof streamText>[0]['experimental_download']>;

/**
 * Lets providers fetch the files of a prompt, and nobody else: the AI SDK would fetch what a provider cannot, from
 * addresses that come from messages.
 */
export const refuseDownloads: Download = async (files) =>
  files.map(({ url, isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null;
    throw new PosthouseError({
      code: 'url_refused',
      message: `the model cannot read files from ${url.host}, and Posthouse does not download them`,
    });
  });
