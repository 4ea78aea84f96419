import type { ScriptedRequest, ScriptedToolCall, ScriptedTurn } from '@posthouse/runtime/scripted';
import { toTimeline } from '../../../examples/scripting/timeline.ts';
import { READ_METER } from './door.ts';
import { type Agent, nameOf, partOf, type Role, type Town, TOWNS, type Trouble, type World } from './world.ts';

/** A run of the play: what somebody asks, and how far its trouble has come. */
export class Run {
  readonly name: string;
  readonly world: World;
  readonly question: string;
  /** What is asked once the first question was stopped. */
  readonly next: string;
  /** What agents have said, by name; and what of it they were saying when their trouble came. */
  readonly said: string[] = [];
  readonly cutShort: string[] = [];
  /** Until then the one who is in trouble does not get on. */
  isTroubled: boolean;
  /** Whoever interrupts somebody waits until everybody can see what is interrupted. */
  readonly interrupting = Promise.withResolvers<void>();
  /** Whoever was interrupted by somebody who works for them waits until those are done. */
  readonly returning = Promise.withResolvers<void>();

  constructor(name: string, world: World) {
    this.name = name;
    this.world = world;
    this.question = `Is it so? (run ${name})`;
    this.next = `And now? (run ${name})`;
    this.isTroubled = world.trouble !== undefined && world.trouble.during !== 'pause';
  }
}

/** Everybody passes on which run they work for. */
export function runNameOf({ messages }: Pick<ScriptedRequest, 'messages'>): string {
  const name = /\(run ([\w-]+)\)/.exec(messages.map(({ text }) => text).join('\n'))?.[1];
  if (name === undefined) throw new Error('nobody has said which run this is');
  return name;
}

/** A stall behind the last piece. */
const STALL = { kind: 'stall', afterChunks: Number.MAX_SAFE_INTEGER } as const;

/** What an agent does next. The run remembers what it says. */
export async function nextTurn(run: Run, agent: Agent, request: ScriptedRequest): Promise<ScriptedTurn> {
  const turn = await toTurn(run, agent, request);
  const said = wordsOf(turn).map((words) => `${nameOf(agent)}: ${words}`);
  run.said.push(...said);
  if (turn.fault !== undefined) run.cutShort.push(...said);
  return turn;
}

function wordsOf({ reasoning, text, toolCalls = [] }: ScriptedTurn): string[] {
  const answers = toolCalls.flatMap(({ name, input, rawInput }) => {
    if (name !== 'task_complete') return [];
    return [rawInput === undefined ? (input as { finish_message: string }).finish_message : readUnfinished(rawInput)];
  });
  return [reasoning, text, ...answers].filter((words) => words !== undefined);
}

/** What stands in the input of a call that breaks off in the middle of its only string. */
function readUnfinished(input: string): string {
  return (JSON.parse(`${input}"}`) as { finish_message: string }).finish_message;
}

async function toTurn(run: Run, agent: Agent, request: ScriptedRequest): Promise<ScriptedTurn> {
  const { world } = run;
  const plan = new Plan(run, agent, request);
  const calls = plan.nextCalls();
  const isVictim = world.trouble?.who === agent;
  if (run.isTroubled && isVictim && plan.isMoment(calls[0]!.name)) return stallIn(world);
  if (calls[0]!.name === 'send_interrupt') await run.interrupting.promise;
  if (isVictim && plan.isInterruptedByHelper) await run.returning.promise;
  return { ...toWords(world, agent), toolCalls: calls, chunkSize: world.chunkSize };
}

function toWords(world: World, agent: Agent): { reasoning?: string; text?: string } {
  const { thought, aside } = partOf(world, agent);
  return {
    ...(thought === '' ? {} : { reasoning: `${toName(agent)}: ${thought}` }),
    ...(aside === '' ? {} : { text: `${toName(agent)} says ${aside}` }),
  };
}

const toName = (agent: Agent): string => agent.split('.').toReversed().join(' of ');

export const answerOf = (world: World, agent: Agent): string =>
  `${toName(agent)} answers ${partOf(world, agent).answer}`;

/** Whether it is an answer that somebody's trouble cuts short. Clerks answer with mail, which nobody sees being written. */
export function isAnswering({ who, during }: Trouble): boolean {
  return during === 'answer' && who.endsWith('boss');
}

/** What can be seen of somebody's words when their trouble comes. */
export function shownOf(world: World, trouble: Trouble): string {
  const { who, during, shown, rephrases } = trouble;
  const words = isAnswering(trouble) ? answerOf(world, who) : toWords(world, who).text!;
  if (during === 'action') return words;
  return [...(rephrases ? `Hm, ${words}` : words)].slice(0, shown + 3).join('');
}

function stallIn(world: World): ScriptedTurn {
  const { chunkSize } = world;
  const trouble = world.trouble!;
  const { text = '', ...thinking } = toWords(world, trouble.who);
  const shown = shownOf(world, trouble);
  if (trouble.during === 'action') return { ...thinking, text, toolCalls: [{ name: 'wait', input: {} }], chunkSize };
  if (!isAnswering(trouble)) return { ...thinking, text: shown, chunkSize, fault: STALL };
  const rawInput = `{"finish_message":${JSON.stringify(shown).slice(0, -1)}`;
  return { ...thinking, text, toolCalls: [{ name: 'task_complete', rawInput }], chunkSize, fault: STALL };
}

/** What an agent has done, and what it does next. */
class Plan {
  readonly #run: Run;
  readonly #agent: Agent;
  readonly #town: Town;
  readonly #role: Role;
  readonly #events: ReturnType<typeof toTimeline>;
  readonly #called: string[];
  readonly #offered: ReadonlySet<string>;

  constructor(run: Run, agent: Agent, request: ScriptedRequest) {
    this.#run = run;
    this.#agent = agent;
    [this.#town, this.#role] = agent.split('.') as [Town, Role];
    this.#events = toTimeline(request);
    this.#called = this.#events.flatMap((event) => (event.kind === 'call' ? [event.name] : []));
    this.#offered = new Set(request.tools.map(({ name }) => name));
  }

  nextCalls(): ScriptedToolCall[] {
    const { world } = this.#run;
    const { looks, asks, answer, writes } = partOf(world, this.#agent);
    if (looks && !this.#has('look')) return one('look', { at: answer });
    if (asks === 'a yes' && !this.#has('pay')) return one('pay', { for: answer });
    if (asks === 'a result' && !this.#has('ask_human')) return one('ask_human', { q: answer });
    if (asks === 'a reading' && this.#offered.has(READ_METER.name) && !this.#has(READ_METER.name))
      return one(READ_METER.name, { at: answer });
    const calls = this.#nextInterruption() ?? this.#nextErrand();
    if (calls !== undefined) return calls;
    const answered = answerOf(world, this.#agent);
    if (this.#role === 'clerk') return one('send_response', { target: 'boss', subject: 'Re', body: answered });
    const asker = this.#events.find((event) => event.kind === 'mail' && event.from.startsWith('boss@'));
    if (writes && asker?.kind === 'mail' && !this.#has('send_response'))
      return one('send_response', { target: asker.from, subject: 'Re', body: answered });
    return one('task_complete', { finish_message: answered });
  }

  /** Whether the trouble comes with this call: the first one that somebody makes, or their last. */
  isMoment(name: string): boolean {
    const { who, during, kind } = this.#run.world.trouble!;
    // The one who asks for something gets into trouble while another one works on it.
    if (kind === 'interrupt' && who === 'alpha.boss') return this.#isKeptAwake;
    return during !== 'answer' || name === (this.#role === 'clerk' ? 'send_response' : 'task_complete');
  }

  get isInterruptedByHelper(): boolean {
    return (
      this.#agent === 'alpha.boss' && this.#events.some((event) => event.kind === 'mail' && event.subject === 'Stop')
    );
  }

  get #isKeptAwake(): boolean {
    return this.#called.at(-1) === 'keep_watch';
  }

  #has(name: string): boolean {
    return this.#called.includes(name);
  }

  /** Who is interrupted in this world, as this agent writes to them; undefined when that is none of its business. */
  get #victim(): string | undefined {
    const { trouble } = this.#run.world;
    if (trouble?.kind !== 'interrupt') return undefined;
    const [town, role] = trouble.who.split('.') as [Town, Role];
    const interrupter = trouble.who === 'alpha.boss' ? 'beta.boss' : 'alpha.boss';
    return interrupter === this.#agent ? (town === this.#town ? role : `${role}@${town}`) : undefined;
  }

  #nextInterruption(): ScriptedToolCall[] | undefined {
    const target = this.#victim;
    if (target === undefined || this.#has('send_interrupt')) return undefined;
    const interrupt = one('send_interrupt', { target, subject: 'Stop', body: `Once more (run ${this.#run.name})` });
    if (this.#agent === 'alpha.boss') return this.#isKeptAwake ? interrupt : undefined;
    // A boss elsewhere still has something to do afterwards.
    return [...interrupt, ...one('keep_watch', {})];
  }

  #nextErrand(): ScriptedToolCall[] | undefined {
    const { world, name } = this.#run;
    const { errands, answer } = partOf(world, this.#agent);
    const done = this.#called.filter((tool) => tool === 'send_request').length;
    const next = TOWNS[TOWNS.indexOf(this.#town) + 1];
    const role = errands[done];
    if (role === undefined || (role === 'boss' && next === undefined)) return this.#askAgain();
    const target = role === 'boss' ? `boss@${next}` : 'clerk';
    const body = `${target}, ${answer}? (run ${name})`;
    const asking = one('send_request', { target, subject: `errand ${done}`, body });
    return this.#staysAwake(target) ? [...asking, ...one('keep_watch', {})] : asking;
  }

  /** Whether there is something to do while the other one works: to interrupt them, or to be interrupted by them. */
  #staysAwake(target: string): boolean {
    const { trouble } = this.#run.world;
    if (trouble?.kind !== 'interrupt' || this.#agent !== 'alpha.boss') return false;
    return target === (trouble.who === 'alpha.boss' ? 'boss@beta' : this.#victim);
  }

  /** After a stop, the one who was stopped is asked once more. */
  #askAgain(): ScriptedToolCall[] | undefined {
    const { world, name, next } = this.#run;
    const { trouble } = world;
    const isNext = this.#events.some((event) => event.kind === 'mail' && event.body.includes(next));
    if (this.#agent !== 'alpha.boss' || !isNext || trouble?.who === 'alpha.boss') return undefined;
    const isAsked = this.#events.some(
      (event) => event.kind === 'call' && (event.input as { subject?: string }).subject === 'again',
    );
    if (isAsked) return undefined;
    const target = trouble?.who === 'alpha.clerk' ? 'clerk' : 'boss@beta';
    return one('send_request', { target, subject: 'again', body: `Once more? (run ${name})` });
  }
}

function one(name: string, input: object): ScriptedToolCall[] {
  return [{ name, input }];
}
