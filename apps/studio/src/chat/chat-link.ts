import type { Server } from '@posthouse/components';
import { MailChatTransport } from '@posthouse/client/chat';
import type { SwarmMessage } from './swarm-message.ts';

/** Whom a new conversation is with: a swarm, perhaps one of its agents, or an agent that is no swarm. */
export type Partner = { swarm?: string; entrypoint?: string; agent?: string };

/** Whom a conversation is with, and who wants to know when there is nothing to continue. */
export type ChatPartner = { partner: Partner; onNothingToResume: () => void };

/** The connection of one conversation. It lives as long as that is shown; whom it is with may be chosen later. */
export class ChatLink {
  readonly transport: MailChatTransport<SwarmMessage>;
  #current: ChatPartner = { partner: {}, onNothingToResume: () => undefined };

  constructor({ base, token, look }: Pick<Server, 'base' | 'token' | 'look'>) {
    this.transport = new MailChatTransport<SwarmMessage>({
      api: `${base}/chat`,
      token,
      body: () => ({ ...this.#current.partner }),
      // Whoever looks at another view wants the answer to go on; the button stops it.
      stopOnAbort: false,
      // As long as it takes for a server to be back.
      retries: 60,
      fetch: async (input, init) => {
        const answer = await fetch(input, init).catch((error: unknown) => {
          // So that the page does not wait for the next question to notice that nobody answers any more.
          if (init?.signal?.aborted !== true) void look();
          throw error;
        });
        if (answer.status === 204) this.#current.onNothingToResume();
        return answer;
      },
    });
  }

  follow({ partner, onNothingToResume }: ChatPartner): void {
    this.#current = { partner, onNothingToResume };
  }
}
