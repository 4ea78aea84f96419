import { mergeConfig, type Plugin } from 'vite';
import page from '../../../examples/chat-page/vite.config.ts';

/** What a file of the page imports, and the module that it gets in its place: the other transport under the same name. */
const SWAPPED: Readonly<Record<string, string>> = {
  'ai-sdk-7.ts ai': `
    export { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
    export { MailChatTransport as DefaultChatTransport } from '@posthouse/client/chat';`,
  'ai-sdk-6.ts @posthouse/client/chat': `
    import { DefaultChatTransport } from 'ai-6';
    export class MailChatTransport extends DefaultChatTransport {
      constructor({ token, ...options }) {
        super({ ...options, headers: { Authorization: 'Bearer ' + token } });
      }
    }`,
};
const PREFIX = '\0swapped ';

const swap: Plugin = {
  name: 'swapped-transport',
  enforce: 'pre',
  resolveId(source, importer) {
    const name = `${importer?.split('/').at(-1)} ${source}`;
    return name in SWAPPED ? PREFIX + name : undefined;
  },
  load: (id) => (id.startsWith(PREFIX) ? SWAPPED[id.slice(PREFIX.length)] : undefined),
};

/** Builds the page with the transport that it does not use by itself: ours with AI SDK 7, the plain one with AI SDK 6. */
export default (environment: Parameters<typeof page>[0]) => mergeConfig(page(environment), { plugins: [swap] });
