import { DefaultChatTransport, type HttpChatTransportInitOptions, type UIMessage } from 'ai-6';

type Options = HttpChatTransportInitOptions<UIMessage> & { token: string };

export class MailChatTransport extends DefaultChatTransport<UIMessage> {
  constructor({ token, ...options }: Options) {
    super({ ...options, headers: { Authorization: `Bearer ${token}` } });
  }
}
