import type { Instance } from '@posthouse/protocol';
import type { Agent } from '../definitions/agent.ts';
import { findAgent } from '../definitions/find-agent.ts';
import { toSystemPrompt } from '../definitions/peer-descriptions.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { createResponder } from '../models/create-responder.ts';
import type { Respond } from '../respond/respond.ts';

/** The token that somebody last sent to this process, for agents that act in their name; undefined when it is not known. */
export type UserTokenOf = (owner: Instance) => string | undefined;

/** What answers for the agents of a process. One responder of an agent does for all who use it; tokens come with the turn. */
export class Responders {
  readonly #userTokenOf: UserTokenOf | undefined;
  readonly #proxiesWithUserTokens: boolean;
  /** Weak, because a step that overrides something asks an agent that exists only for its sake. */
  readonly #known = new WeakMap<Agent, Respond>();

  constructor(userTokenOf?: UserTokenOf, { proxiesWithUserTokens = true } = {}) {
    this.#userTokenOf = userTokenOf;
    this.#proxiesWithUserTokens = proxiesWithUserTokens;
  }

  of(agent: Agent, definition: SwarmDefinition, owner: Instance): Respond {
    const respond = this.#known.get(agent) ?? this.#make(agent, definition);
    const userToken = this.#tokenFor(agent, owner);
    return userToken === undefined ? respond : (request) => respond({ ...request, userToken });
  }

  /** Functions can tell an unknown token from none; where nobody sends tokens, it is none. */
  #tokenFor({ run }: Agent, owner: Instance): string | undefined {
    if (this.#userTokenOf === undefined) return '';
    return run !== undefined || this.#proxiesWithUserTokens ? this.#userTokenOf(owner) : undefined;
  }

  #make(agent: Agent, definition: SwarmDefinition): Respond {
    // Who was made for one step or one summary may have other instructions, and they are meant as they are.
    const isOwn = agent.system === findAgent(definition, agent.name).system;
    const system = isOwn ? toSystemPrompt(definition, agent.name) : agent.system;
    const respond = createResponder({ ...agent, system }, { prices: definition.prices });
    this.#known.set(agent, respond);
    return respond;
  }
}
