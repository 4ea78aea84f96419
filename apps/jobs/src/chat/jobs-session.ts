import type { Api, Context, Message, Model, SimpleStreamOptions } from '@earendil-works/pi-ai';
import { type AgentSession, createPiAdapter, type HostEvent, type PiDriverOptions } from '@posthouse/agents';
import { defined, newId, PosthouseError } from '@posthouse/protocol';
import type { UIMessage } from '@posthouse/chat';
import { usableModels } from '../agent/model-choice.ts';
import type { Agent } from '../agent/open-agent.ts';
import { askModels, type AskOptions, type RetryOptions } from '../llm/ask-models.ts';
import type { OwnerServices, Services } from '../services/services.ts';
import { toPiTools } from '../tools/to-pi-tools.ts';
import type { ChatRequest, WaitingChatRequests } from './chat-request.ts';
import type { JobsInput } from './jobs-adapter.ts';
import { type JobsEvent, toShown } from './jobs-event.ts';
import { askOffline, OFFLINE_MODEL, type OfflineOptions } from './offline/offline-model.ts';
import { toSystemPrompt } from './system-prompt.ts';
import { toPiMessages } from './to-pi-messages.ts';

export type JobsSessionOptions = {
  readonly services: Services;
  readonly agent: Agent;
  readonly requests: WaitingChatRequests;
  /** What was said before a message, oldest first. */
  readonly history: (ownerId: number, conversationId: string, messageId: string) => Promise<UIMessage[]>;
  /** When to ask a model again. */
  readonly retry?: RetryOptions | undefined;
  readonly session: { readonly ownerId: number; readonly id: string };
};

const THINKING = { none: 'off', low: 'low', medium: 'medium', high: 'high' } as const;

/**
 * A conversation with the agent, for its owner. Each answer is made by an agent of its own that is told what was said
 * before: what is stored is the truth, and what the configuration says now is what counts.
 */
export class JobsSession implements AgentSession<JobsEvent, JobsInput> {
  readonly agentSessionId = undefined;
  readonly #options: JobsSessionOptions;
  #stop = new AbortController();

  constructor(options: JobsSessionOptions) {
    this.#options = options;
  }

  async *send(
    { messageId, message }: JobsInput,
    { signal }: { signal: AbortSignal },
  ): AsyncGenerator<JobsEvent | HostEvent> {
    const { session, requests } = this.#options;
    this.#stop = new AbortController();
    const stopped = AbortSignal.any([signal, this.#stop.signal]);
    const request = requests.take(session.ownerId, session.id, messageId ?? '');
    if (messageId === undefined || request === undefined) {
      // Sessions are kept, requests are not: a message that outlived its process is not answered by another one.
      throw new PosthouseError({ code: 'agent_failed', message: 'agent_error: The message was lost. Send it again.' });
    }
    yield { type: 'jobs.run-begun', conversationId: session.id };
    const driver = await this.#prepare(request);
    const { thinking } = this.#options.agent.file.read().config.model;
    await using pi = await createPiAdapter(driver).open({
      cwd: this.#options.services.dataDir,
      options: { thinkingLevel: THINKING[thinking], permission: 'allow' },
    });
    for await (const event of pi.send(message, { signal: stopped })) {
      const shown = event.type.startsWith('posthouse.') ? undefined : toShown(event as never, request);
      if (shown !== undefined) yield shown;
    }
  }

  async interrupt(): Promise<void> {
    this.#stop.abort();
  }

  async answer(): Promise<void> {
    throw new PosthouseError({ code: 'call_not_found', message: 'no call waits for an approval' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
  }

  async #prepare(request: ChatRequest): Promise<PiDriverOptions> {
    const { agent, history, session } = this.#options;
    const services: OwnerServices = { ...this.#options.services, ownerId: session.ownerId };
    const choice = agent.choose();
    const { config } = choice;
    const { context, language } = request;
    const messages = toPiMessages(await history(session.ownerId, session.id, request.message.id));
    const models = usableModels(choice);
    const model = models[0]?.model ?? OFFLINE_MODEL;
    return {
      model: model as never,
      stream: (models.length > 0 ? this.#askModels(models, config) : this.#askOffline(context)) as never,
      messages: messages as never,
      systemPrompt: toSystemPrompt({ config, services, context, language }),
      needsApproval: () => false,
      tools: () =>
        toPiTools({ services, language: () => language, rules: () => agent.file.read().config.permissions.tools }),
    };
  }

  #askModels(models: AskOptions['models'], config: ReturnType<Agent['choose']>['config']) {
    const { temperature } = config.model;
    const { max_tokens_per_call: maxTokens } = config.permissions;
    const settings = defined({ temperature, maxTokens });
    return (_: Model<Api>, context: Context, given?: SimpleStreamOptions) =>
      askModels({ ...this.#options.retry, models }, context, { ...given, ...settings });
  }

  #askOffline({ jobId, resumeId, activeFilters = {} }: ChatRequest['context']) {
    const { location, remote, company, salaryMin } = activeFilters;
    const filters = Object.fromEntries(
      Object.entries({ location, remote, company, salaryMin }).filter(
        ([, value]) => value !== undefined && value !== '',
      ),
    );
    const page: OfflineOptions['page'] = {
      jobId,
      resumeId,
      filters,
    };
    const generateId = (): string => `call_${newId()}`;
    return (_: Model<Api>, context: { messages: readonly Message[] }, given?: { signal?: AbortSignal }) =>
      askOffline({ page, generateId }, context, given);
  }
}
