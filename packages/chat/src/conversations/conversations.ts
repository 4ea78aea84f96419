import { invalidInput, newId, PosthouseError } from '@posthouse/protocol';
import type { Session, SessionOwner } from '@posthouse/store';
import type { AgentSessions } from '../agent-sessions/agent-sessions.ts';
import { toAgentSession } from '../agent-sessions/create-agent-session-store.ts';
import type { RunCursor } from '../streams/run-streams.ts';
import type { ChatAnswer } from '../sessions/chat-answer.ts';
import type { ChatSessions } from '../sessions/chat-sessions.ts';
import type { BranchPlace } from '../sessions/read-branches.ts';
import type { MessagePage, MessageWindow } from '../sessions/read-messages.ts';
import { type ChatRequest, toBroughtMessage } from '../sessions/to-chat-request.ts';
import type { UserMessage } from '../sessions/user-message.ts';
import { type AgentSessionBody, type SessionBody, toAgentSessionBody, toSessionBody } from './to-session-body.ts';

export type ConversationsOptions = {
  swarms: ChatSessions;
  /** Sessions with agents, if there are any here. */
  agents?: AgentSessions;
  /** The agent of sessions that name neither an agent nor a swarm; the default swarm by default. */
  defaultAgent?: string;
  /** The swarms that sessions may be with, the default one first. */
  swarmNames: () => string[];
};

/** One line of the list of whom a session may be with. */
export type ListedPartner = {
  name: string;
  kind: 'agent' | 'swarm';
  available: boolean;
  reason?: string;
  /** Set for the one that answers when nobody is named. */
  default?: true;
};

export type SessionStatus = 'ready' | 'running' | 'paused';

/** What a session is begun with that has no message yet. */
export type NewConversation = { id?: string; agent?: string; title?: string; cwd?: string; model?: string };

/**
 * Chat sessions of both kinds: with swarms and with agents. Each request goes to the right kind, so clients do not
 * need to know.
 */
export class Conversations {
  readonly #options: ConversationsOptions;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  async send(owner: SessionOwner, request: ChatRequest): Promise<ChatAnswer> {
    const { sessionId: id, swarm, wish } = request;
    const { swarms } = this.#options;
    const known = await this.#withAgent(owner, id);
    const agent = known === undefined ? await this.#agentOf(owner, request) : known.agent;
    if (agent === undefined) return swarms.send(owner, request);
    const agents = this.#agents();
    if (swarm !== undefined) throw invalidInput(`the session '${id}' is with the agent '${agent}', not with a swarm`);
    if (wish.type === 'answer') {
      return agents.answer(owner, id, { answerId: wish.answerId, verdicts: wish.verdicts });
    }
    const message = toBroughtMessage(wish);
    if (message === undefined || (wish.type === 'regenerate' && (await agents.has(owner, id, message.id)))) {
      return agents.again(owner, id, wish);
    }
    if (wish.type === 'send' && wish.edits === true) {
      throw invalidInput(`the agent '${agent}' cannot forget earlier messages; send a new message instead`);
    }
    const { cwd, model, whenBusy } = request;
    const begin = { agent, cwd, model };
    return agents.send(owner, id, { message, whenBusy, agent: request.agent, begin });
  }

  async resume(
    owner: SessionOwner,
    id: string,
    answerId?: string,
    cursor?: RunCursor,
  ): Promise<ChatAnswer | undefined> {
    if ((await this.#withAgent(owner, id)) !== undefined) return this.#agents().resume(owner, id, answerId, cursor);
    return this.#options.swarms.resume(owner, id, answerId, cursor);
  }

  async stop(owner: SessionOwner, id: string): Promise<boolean> {
    if ((await this.#withAgent(owner, id)) !== undefined) return this.#agents().stop(owner, id);
    return this.#options.swarms.stop(owner, id);
  }

  async messages(
    owner: SessionOwner,
    id: string,
    page: MessageWindow,
  ): Promise<MessagePage & { status: SessionStatus }> {
    if ((await this.#withAgent(owner, id)) !== undefined) {
      const { session, ...messages } = await this.#agents().messages(owner, id, page);
      return { ...messages, status: session.data.run?.status ?? 'ready' };
    }
    const { swarms } = this.#options;
    // Before the messages: what is told as running may have ended by then, but never the other way round.
    const status = await swarms.status(await swarms.get(owner, id));
    return { ...(await swarms.messages(owner, id, page)), status };
  }

  /** Where the conversation could have gone another way. With an agent there is only one. */
  async branches(owner: SessionOwner, id: string): Promise<BranchPlace[]> {
    return (await this.#withAgent(owner, id)) === undefined ? this.#options.swarms.branches(owner, id) : [];
  }

  /** Switches to another branch; returns the session as it is then. */
  async moveTo(owner: SessionOwner, id: string, taskId: string): Promise<SessionBody | AgentSessionBody> {
    const known = await this.#withAgent(owner, id);
    if (known !== undefined) {
      throw invalidInput(`the session '${id}' is with the agent '${known.agent}', and has no branches`);
    }
    await this.#options.swarms.moveTo(owner, id, taskId);
    return this.get(owner, id);
  }

  /** One session as clients see it, with its status. */
  async get(owner: SessionOwner, id: string): Promise<SessionBody | AgentSessionBody> {
    if ((await this.#withAgent(owner, id)) !== undefined) {
      const session = await this.#agents().get(owner, id);
      return toAgentSessionBody(session, await this.#agents().approvals(session));
    }
    const { swarms } = this.#options;
    const session = await swarms.get(owner, id);
    return { ...toSessionBody(session), status: await swarms.status(session) };
  }

  /** Those that were used last come first. */
  async list(
    owner: SessionOwner,
    page: { before?: number; limit: number },
  ): Promise<{ body: SessionBody | AgentSessionBody; version: number }[]> {
    const sessions: Session[] = await this.#options.swarms.list(owner, page);
    return sessions.map((session) => {
      const withAgent = toAgentSession(session);
      return { body: withAgent ? toAgentSessionBody(withAgent) : toSessionBody(session), version: session.version };
    });
  }

  async rename(owner: SessionOwner, id: string, title: string): Promise<void> {
    if ((await this.#withAgent(owner, id)) !== undefined) await this.#agents().rename(owner, id, title);
    else await this.#options.swarms.rename(owner, id, title);
  }

  /** Returns whether nothing of it is left; if something is, it is erased in the background. */
  async remove(owner: SessionOwner, id: string): Promise<boolean> {
    const { swarms } = this.#options;
    const isWithAgent = (await this.#withAgent(owner, id)) !== undefined;
    return swarms.erased(await (isWithAgent ? this.#agents() : swarms).remove(owner, id));
  }

  /** Makes a session with an agent before anything is said. */
  async create(owner: SessionOwner, { id = newId(), agent, ...begin }: NewConversation): Promise<AgentSessionBody> {
    const name = agent ?? this.#options.defaultAgent;
    if (name === undefined)
      throw invalidInput('agent is required: a session with a swarm begins with its first message');
    const { swarms } = this.#options;
    const isTaken = await swarms.get(owner, id).then(
      () => true,
      () => false,
    );
    if (isTaken) throw invalidInput(`the session '${id}' already exists`);
    return toAgentSessionBody(await this.#agents().create(owner, id, { agent: name, ...begin }));
  }

  async fork(owner: SessionOwner, id: string, to: { id?: string; title?: string }): Promise<AgentSessionBody> {
    await this.#needAgent(owner, id);
    const { id: forkId = newId(), ...rest } = to;
    return toAgentSessionBody(await this.#agents().fork(owner, id, { id: forkId, ...rest }));
  }

  async editQueued(owner: SessionOwner, id: string, message: UserMessage): Promise<UserMessage> {
    await this.#needAgent(owner, id);
    return this.#agents().editQueued(owner, id, message);
  }

  async removeQueued(owner: SessionOwner, id: string, messageId: string): Promise<void> {
    await this.#needAgent(owner, id);
    await this.#agents().removeQueued(owner, id, messageId);
  }

  /** Approves or refuses a waiting call; returns the stream that continues. */
  async approve(
    owner: SessionOwner,
    id: string,
    verdict: { approvalId: string; approved: boolean; reason?: string },
  ): Promise<ChatAnswer> {
    await this.#needAgent(owner, id);
    return this.#agents().answer(owner, id, { verdicts: [verdict] });
  }

  /** The agents and swarms that a session may be with. */
  async partners(): Promise<ListedPartner[]> {
    const { agents, defaultAgent, swarmNames } = this.#options;
    const listed = (await agents?.agents()) ?? [];
    return [
      ...listed.map(({ name, available, reason }): ListedPartner => ({
        name,
        kind: 'agent',
        available,
        reason,
        ...(name === defaultAgent ? { default: true } : {}),
      })),
      ...swarmNames().map((name, index): ListedPartner => ({
        name,
        kind: 'swarm',
        available: true,
        ...(index === 0 && defaultAgent === undefined ? { default: true } : {}),
      })),
    ];
  }

  #agents(): AgentSessions {
    const { agents } = this.#options;
    if (agents !== undefined) return agents;
    throw new PosthouseError({ code: 'agent_not_found', message: 'this server offers no agents besides its swarms' });
  }

  async #withAgent(owner: SessionOwner, id: string): Promise<{ agent: string } | undefined> {
    return this.#options.agents?.find(owner, id);
  }

  async #needAgent(owner: SessionOwner, id: string): Promise<void> {
    if ((await this.#withAgent(owner, id)) !== undefined) return;
    await this.#options.swarms.get(owner, id);
    throw invalidInput(`the session '${id}' is with a swarm; only sessions with agents can do this`);
  }

  /** The agent that a session is begun with; undefined for one on a swarm, be it new or not. */
  async #agentOf(owner: SessionOwner, { sessionId, agent, swarm, wish }: ChatRequest): Promise<string | undefined> {
    const named = agent ?? (swarm === undefined ? this.#options.defaultAgent : undefined);
    if (named === undefined || toBroughtMessage(wish) === undefined) return undefined;
    const known = await this.#options.swarms.get(owner, sessionId).catch(() => undefined);
    if (known === undefined) return named;
    if (agent === undefined) return undefined;
    throw invalidInput(`the session '${sessionId}' is with swarm '${known.agent}', not with the agent '${agent}'`);
  }
}
