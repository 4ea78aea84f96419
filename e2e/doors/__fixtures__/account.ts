import type { Question } from './door.ts';

/** What a reader has been told of a run. What a door does not tell is left out. */
export type Account = {
  status: string;
  /** As far as it had come, if the run was stopped. */
  answer?: string;
  /** Who thought, or said beside the answer, what; sorted, because agents work at the same time. */
  thoughts?: string[];
  /** What was said and taken back. */
  retracted?: string[];
  /** The same without drafts that the answer begins with: who can say only one answer goes on from these. */
  contradicted?: string[];
  /** Who called what with what, and what came of it. */
  calls?: string[];
  /** The same in two, for doors that tell apart who called what and what came of it. */
  called?: string[];
  got?: string[];
  /** Who was seen writing what; whoever comes late sees less of it. */
  tokens?: string[];
  /** What the caller is asked, when the run waits for that. */
  questions?: Question[];
};

type Text = { agent: unknown; words: string; isAnswer: boolean; retracted: boolean };
export type Call = { agent: unknown; tool: string; input: unknown; result?: unknown };

/** Puts together what is told of a run piece by piece. */
export class AccountDraft {
  readonly #texts = new Map<string, Text>();
  readonly #calls = new Map<string, Call>();

  text(id: string, { words, ...more }: Partial<Text> & { words: string }): void {
    const known = this.#texts.get(id) ?? { agent: undefined, words: '', isAnswer: false, retracted: false };
    this.#texts.set(id, { ...known, ...more, words: known.words + words });
  }

  call(id: string, call: Call): void {
    this.#calls.set(id, { ...this.#calls.get(id), ...call });
  }

  result(id: string, result: unknown): void {
    const call = this.#calls.get(id);
    if (call === undefined) throw new Error(`the result of a call that was not told: ${id}`);
    call.result = result;
  }

  toAccount(status: string): Required<Omit<Account, 'questions' | 'tokens'>> {
    const texts = [...this.#texts.values()].filter(({ words }) => words !== '');
    const standing = texts.filter(({ retracted }) => !retracted);
    const say = ({ agent, words }: Text): string => `${String(agent)}: ${words}`;
    const answer = standing.map(({ isAnswer, words }) => (isAnswer ? words : '')).join('');
    const takenBack = texts.filter(({ retracted }) => retracted);
    const calls = [...this.#calls.values()];
    return {
      status,
      answer,
      thoughts: standing
        .filter(({ isAnswer }) => !isAnswer)
        .map(say)
        .toSorted(),
      retracted: takenBack.map(say).toSorted(),
      contradicted: takenBack
        .filter(({ isAnswer, words }) => !isAnswer || !answer.startsWith(words))
        .map(say)
        .toSorted(),
      calls: calls.map((call) => `${toCalled(call)} → ${JSON.stringify(call.result)}`).toSorted(),
      called: calls.map(toCalled).toSorted(),
      got: toGot(calls),
    };
  }
}

/** Agents name the run that they work for, which may be told by another one that is like it in everything else. */
export function toCalled({ agent, tool, input }: Omit<Call, 'result'>): string {
  return `${String(agent)} ${tool} ${withoutRun(toText(input))}`;
}

/** Of what was still at work when its run ended, nothing came; some doors say so in words. */
const CUT_OFF = 'not run: the run has ended';

/** What came of calls that do something besides sending mail or waiting for it. */
export function toGot(calls: readonly Omit<Call, 'input'>[]): string[] {
  return calls
    .filter(({ tool, result }) => isWork(tool) && result !== undefined && result !== CUT_OFF)
    .map(({ agent, tool, result }) => `${String(agent)} ${tool}: ${withoutRun(toText(result))}`)
    .toSorted();
}

/** Whether a tool does something besides sending mail, waiting for it, or telling the answer. */
export function isWork(tool: string): boolean {
  return !/^(?:send_|await_|task_complete$)/.test(tool);
}

function withoutRun(text: string): string {
  return text.replaceAll(/ \(run [\w-]+\)/g, '');
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
