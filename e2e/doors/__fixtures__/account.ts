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
  /** What the caller is asked, when the run waits for that. */
  questions?: Question[];
};

type Text = { agent: unknown; words: string; isAnswer: boolean; retracted: boolean };
type Call = { agent: unknown; tool: string; input: unknown; result?: unknown };

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

  toAccount(status: string): Required<Omit<Account, 'questions'>> {
    const texts = [...this.#texts.values()].filter(({ words }) => words !== '');
    const standing = texts.filter(({ retracted }) => !retracted);
    const say = ({ agent, words }: Text): string => `${String(agent)}: ${words}`;
    const answer = standing.map(({ isAnswer, words }) => (isAnswer ? words : '')).join('');
    const takenBack = texts.filter(({ retracted }) => retracted);
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
      calls: [...this.#calls.values()].map(toLine).toSorted(),
    };
  }
}

/** Agents name the run that they work for, which may be told by another one that is like it in everything else. */
function toLine({ agent, tool, input, result }: Call): string {
  const words = JSON.stringify(input).replaceAll(/ \(run [\w-]+\)/g, '');
  return `${String(agent)} ${tool} ${words} → ${JSON.stringify(result)}`;
}
