import {
  type Fact,
  type LogEntry,
  nextStanding,
  type SaidAnswer,
  sayAnswer,
  type Standing,
  startAnswer,
  startTelling,
  tellRun,
  toAgentName,
  type ToldRun,
} from '@posthouse/protocol';
import { mailOf, type Travelling, YOU } from './mail-of.ts';

export type AgentState = 'idle' | 'busy' | 'paused' | 'error';

/** An agent at a moment of a task. */
export type AgentMoment = {
  state: AgentState;
  sent: number;
  received: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** What the state follows from. */
  turn: number;
  unread: number;
  thinking: boolean;
  failed: boolean;
  waiting: boolean;
  pending: readonly string[];
};

/** A task at a moment: after the entry of this number. */
export type Moment = {
  seq: number;
  at: string | undefined;
  run: number;
  status: Standing;
  agents: Readonly<Record<string, AgentMoment>>;
  /** How much mail has gone from whom to whom, by `toEdgeId`. */
  traffic: Readonly<Record<string, number>>;
  /** The newest mail. */
  mail: Travelling | undefined;
  /** What readers of the run were told up to here. */
  told: ToldRun | undefined;
  /** What of the answer was said up to here. */
  answer: SaidAnswer;
};

export const BEGINNING: Moment = {
  seq: 0,
  at: undefined,
  run: 0,
  status: 'new',
  agents: {},
  traffic: {},
  mail: undefined,
  told: undefined,
  answer: startAnswer({ held: false }),
};

const NEWCOMER: AgentMoment = {
  state: 'idle',
  sent: 0,
  received: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  turn: 0,
  unread: 0,
  thinking: false,
  failed: false,
  waiting: false,
  pending: [],
};

/** The name of the way from one agent to another. */
export function toEdgeId(from: string, to: string): string {
  return `${from} → ${to}`;
}

/**
 * The moment after one more entry of a task of the swarm `own`. Shares what has not changed with the moment before.
 */
export function nextMoment(before: Moment, entry: LogEntry, own = ''): Moment {
  const begun = entry.type === 'run-started' ? startTelling({ taskId: '', swarm: own, run: entry.run }) : before.told;
  const step = begun && tellRun(begun, entry);
  const status = nextStanding(before.status, entry);
  const answer = step?.tellings.reduce((said, telling) => sayAnswer(said, telling).state, before.answer);
  const moment: Moment = {
    ...before,
    seq: entry.seq,
    at: entry.at,
    run: entry.run,
    status,
    told: step?.state,
    answer: answer ?? before.answer,
  };
  const mail = mailOf(entry);
  // Mail between two swarms stands in the logs of both, and is told once.
  const isNews = mail?.from === YOU || step?.tellings.some(({ type }) => type === 'mail') === true;
  if (mail !== undefined) return isNews ? withMail(moment, mail) : moment;
  const isRemote = entry.type === 'remote';
  const fact = isRemote ? entry.fact : entry;
  if (!isRemote && fact.type === 'run-started') return moment;
  if (!isRemote && fact.type === 'run-ended') return { ...moment, agents: atRest(moment.agents) };
  if (!isRemote && fact.type === 'paused') {
    return {
      ...moment,
      agents: changeAll(moment.agents, (agent) => ({ ...agent, waiting: agent.pending.length > 0 })),
    };
  }
  if (!isRemote && fact.type === 'resumed') {
    return { ...moment, agents: changeAll(moment.agents, (agent) => ({ ...agent, waiting: false })) };
  }
  if (entry.agent === undefined) return moment;
  const name = toAgentName(entry.agent, isRemote ? entry.swarm : undefined);
  return withAgent(moment, name, (agent) => nextAgent(inTurn(agent, entry.turn), fact));
}

function nextAgent(agent: AgentMoment, fact: Fact): AgentMoment {
  switch (fact.type) {
    case 'call':
      return { ...agent, calls: agent.calls + 1, pending: [...agent.pending, fact.callId] };
    case 'call-ended': {
      const pending = agent.pending.filter((id) => id !== fact.callId);
      return { ...agent, pending, failed: agent.failed || fact.result.status === 'error' };
    }
    case 'usage': {
      const { inputTokens, outputTokens } = fact.usage;
      return {
        ...agent,
        thinking: false,
        inputTokens: agent.inputTokens + inputTokens,
        outputTokens: agent.outputTokens + outputTokens,
      };
    }
    default:
      return agent;
  }
}

/** An agent that has begun another turn has read its mail, and what went wrong before is behind it. */
function inTurn(agent: AgentMoment, turn: number | undefined): AgentMoment {
  if (turn === undefined || turn <= agent.turn) return agent;
  return { ...agent, turn, unread: 0, thinking: true, failed: false };
}

function withMail(moment: Moment, mail: Travelling): Moment {
  const id = toEdgeId(mail.from, mail.to);
  const traffic = { ...moment.traffic, [id]: (moment.traffic[id] ?? 0) + 1 };
  const sent = withAgent({ ...moment, traffic, mail }, mail.from, (agent) => ({ ...agent, sent: agent.sent + 1 }));
  return withAgent(sent, mail.to, (agent) => ({ ...agent, received: agent.received + 1, unread: agent.unread + 1 }));
}

function withAgent(moment: Moment, name: string, change: (agent: AgentMoment) => AgentMoment): Moment {
  const agent = settled(change(Object.hasOwn(moment.agents, name) ? moment.agents[name]! : NEWCOMER));
  return { ...moment, agents: { ...moment.agents, [name]: agent } };
}

function changeAll(agents: Moment['agents'], change: (agent: AgentMoment) => AgentMoment): Moment['agents'] {
  return Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, settled(change(agent))]));
}

function atRest(agents: Moment['agents']): Moment['agents'] {
  return changeAll(agents, (agent) => ({ ...agent, unread: 0, thinking: false, waiting: false, pending: [] }));
}

function settled(agent: AgentMoment): AgentMoment {
  return { ...agent, state: toState(agent) };
}

function toState({ waiting, failed, thinking, unread, pending }: AgentMoment): AgentState {
  if (waiting) return 'paused';
  if (thinking || unread > 0 || pending.length > 0) return 'busy';
  return failed ? 'error' : 'idle';
}
