import { action, agent, swarm, type Swarm } from '@posthouse/runtime';
import {
  readMail,
  scripted,
  type ScriptedPart,
  type ScriptedRequest,
  type ScriptedTurn,
} from '@posthouse/runtime/scripted';
import { type Deed, type Name, NAMES, type Trouble, type World } from './busy-world.ts';

export const ASK_CALLER = {
  name: 'ask_caller',
  description: 'Asks the caller.',
  parameters: { type: 'object' },
} as const;

/** An answer that is no JSON is refused by worlds that are strict. */
const STRICT_ANSWER = '{ "sum": 4 }';

/** How far everybody has come. It outlives the processes. */
export class Cast {
  readonly world: World;
  /** Whether somebody has stopped in the middle of their words, and waits for what the trouble is. */
  isStalled = false;
  #isTroubled: boolean;
  readonly #taken: Record<Name, number> = { lead: 0, clerk: 0, porter: 0, scout: 0 };

  constructor(world: World) {
    this.world = world;
    this.#isTroubled = world.trouble !== undefined;
  }

  get swarms(): Swarm[] {
    const parameters = { type: 'object' } as const;
    const actions = [
      action({ name: 'look', description: 'Looks.', parameters, execute: async () => ({ seen: 'fog' }) }),
      action({
        name: 'stumble',
        description: 'Fails.',
        parameters,
        execute: () => {
          throw new Error('there was a stone');
        },
      }),
      action({ name: 'pay', description: 'Pays.', parameters, execute: () => 'paid' }),
      action({ name: 'ask_human', description: 'Asks.', parameters, execute: () => 'nobody should run this' }),
    ];
    const member = (name: Name) => ({
      name,
      model: scripted((request) => this.#next(name, request), { modelId: name }),
      commTargets: NAMES.filter((other) => other !== name).map((other) => addressOf(other, name)),
      actions,
      enableInterswarm: true,
      enableEntrypoint: true,
      canCompleteTasks: name === 'lead' || name === 'scout',
    });
    const common = {
      version: '1.0.0',
      enableInterswarm: true,
      breakpointTools: ['ask_human'],
      approvalTools: ['pay'],
    };
    const [team, annex] = [NAMES.filter((name) => name !== 'scout'), ['scout'] as const];
    return [
      swarm({ ...common, name: 'team', entrypoint: 'lead', agents: team.map((name) => agent(member(name))) }),
      swarm({ ...common, name: 'annex', entrypoint: 'scout', agents: annex.map((name) => agent(member(name))) }),
    ];
  }

  #next(name: Name, request: ScriptedRequest): ScriptedTurn {
    const { trouble } = this.world;
    const turn = this.#turnOf(name, request);
    const { content = [] } = turn;
    if (!this.#isTroubled || trouble?.who !== name || (trouble.during === 'answer') !== content.some(isLast))
      return turn;
    this.#isTroubled = false;
    this.isStalled = true;
    return { ...turn, content: stallAt(content, trouble), fault: { kind: 'stall', afterChunks: 1_000_000 } };
  }

  #turnOf(name: Name, request: ScriptedRequest): ScriptedTurn {
    const { turns, chunkSize, delayMs } = this.world;
    const mail = request.messages.flatMap(({ text }) => readMail(text).mail);
    const isStuck = mail.at(-1)?.subject === '::stalled::';
    const mine = isStuck ? undefined : turns[name][this.#taken[name]++];
    const content: ScriptedPart[] = [
      ...(mine === undefined || mine.thought === '' ? [] : [{ type: 'reasoning' as const, text: mine.thought }]),
      ...(mine === undefined || mine.aside === '' ? [] : [{ type: 'text' as const, text: mine.aside }]),
      ...(mine === undefined ? this.#last(name, request) : mine.deeds.map((each) => toPart(each, name))),
    ];
    const length = content.reduce((sum, part) => sum + JSON.stringify(part).length, 0);
    const pace = { chunkSize: Math.max(chunkSize, Math.ceil(length / 25)), delayMs };
    if (mine?.breaks === 'http') return { fault: { kind: 'http', status: 400 } };
    return {
      content,
      ...pace,
      ...(mine?.breaks === undefined ? {} : { fault: { kind: mine.breaks, afterChunks: 3 } }),
    };
  }

  /** Whoever has nothing more to do answers those who have asked. */
  #last(name: Name, { messages }: ScriptedRequest): ScriptedPart[] {
    const { answers, strict } = this.world;
    if (name === 'lead') {
      const isRefused = messages.some(({ toolCalls }) => toolCalls.some((each) => each.name === 'task_complete'));
      return [toCall('task_complete', { finish_message: strict && isRefused ? STRICT_ANSWER : answers.lead })];
    }
    const mail = messages.flatMap(({ text }) => readMail(text).mail);
    const owed = mail.flatMap(({ subject, body }) =>
      subject === '::stalled::' ? (/and (\S+) waits for an answer/.exec(body)?.slice(1) ?? []) : [],
    );
    const answered = messages.flatMap(({ toolCalls }) =>
      toolCalls.flatMap((each) => (each.name === 'send_response' ? (each.input as { target: string }).target : [])),
    );
    const asked = mail.flatMap(({ subject, from }) => (subject === 'ask' ? from : []));
    const left = new Set([...asked.filter((from) => !answered.includes(from)), ...owed.slice(-1)]);
    if (left.size === 0) return [toCall('ignore_broadcast', { reason: null })];
    return [...left].map((target) => toCall('send_response', { target, subject: 'Re', body: answers[name] }));
  }
}

/** What an agent is called by another one. */
function addressOf(name: Name, by: Name): string {
  const isAway = (each: Name) => each === 'scout';
  if (isAway(name) === isAway(by)) return name;
  return isAway(name) ? `${name}@annex` : `${name}@team`;
}

function toPart(given: Deed, by: Name): ScriptedPart {
  if (typeof given === 'object') {
    const to = given.to === by ? (by === 'lead' ? 'clerk' : 'lead') : given.to;
    return toCall(given.mail, { target: addressOf(to, by), subject: 'ask', body: `${by} asks` });
  }
  if (given === 'search') return { type: 'web-search', query: 'tides', results: [] };
  if (given === 'send_broadcast') return toCall(given, { subject: 'ask', body: `${by} asks all`, targets: [] });
  return toCall(given, {});
}

function toCall(name: string, input: object): ScriptedPart {
  return { type: 'tool-call', name, input };
}

function isLast(part: ScriptedPart): boolean {
  return part.type === 'tool-call' && ['task_complete', 'send_response', 'ignore_broadcast'].includes(part.name);
}

/** A turn that stops in the middle of words that everybody sees. */
function stallAt(content: readonly ScriptedPart[], { who, during, words }: Trouble): ScriptedPart[] {
  const thoughts = content.filter(({ type }) => type === 'reasoning');
  if (during === 'aside' || who !== 'lead') return [...thoughts, { type: 'text', text: words }];
  const rawInput = `{"finish_message":${JSON.stringify(words).slice(0, -1)}`;
  return [...thoughts, { type: 'tool-call', name: 'task_complete', rawInput }];
}
