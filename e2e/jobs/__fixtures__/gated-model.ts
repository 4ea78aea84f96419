import { type ScriptedLLM, type ScriptedRequest, type ScriptedTurn, startScriptedLLM } from '@posthouse/testkit';
import { lastAsk, withEngines } from '../../../apps/jobs/src/chat/__fixtures__/job-script.ts';

/** What a hostile posting or model could try. */
const HOSTILE =
  'Hello <script>window.hacked = 1</script> <img src=x onerror="window.hacked = 2"> [click](javascript:window.hacked=3) ![spy](https://spy.example/pixel.png)';

/** A long answer in which a piece that is lost or comes twice would show. */
export const STORY = Array.from({ length: 40 }, (_, index) => `line ${index + 1} of the story`).join(', ');

/** A scripted model for the chat, which stops in the middle of an answer until the test lets it go on. */
export class GatedModel implements AsyncDisposable {
  readonly #llm: ScriptedLLM;
  #permits = 0;
  readonly #waiting: (() => void)[] = [];

  private constructor(llm: ScriptedLLM) {
    this.#llm = llm;
  }

  static async start(): Promise<GatedModel> {
    let model: GatedModel | undefined;
    const script = withEngines((request) => answer(request, () => model!.#pass()));
    model = new GatedModel(await startScriptedLLM({ script }));
    return model;
  }

  get url(): string {
    return this.#llm.url;
  }

  /** Lets one answer go on, which waits already or will. */
  open(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#permits += 1;
    else next();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const next of this.#waiting) next();
    await this.#llm[Symbol.asyncDispose]();
  }

  async #pass(): Promise<void> {
    if (this.#permits > 0) {
      this.#permits -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}

async function answer(request: ScriptedRequest, gate: () => Promise<void>): Promise<ScriptedTurn> {
  const { text, results } = lastAsk(request);
  if (text.includes('wait')) {
    if (results.length === 0) {
      return { text: 'I look it up.', toolCalls: [{ name: 'resume_list', input: {} }] };
    }
    await gate();
    return { text: `It is done. ${STORY}` };
  }
  if (text.includes('lookup')) {
    if (results.length === 0) return { text: 'I look it up.', toolCalls: [{ name: 'resume_list', input: {} }] };
    return { text: 'There is nothing more to say', chunkSize: 8, fault: { kind: 'stall', afterChunks: 2 } };
  }
  if (text.includes('tale'))
    return { text: 'Once upon a time', chunkSize: 5, fault: { kind: 'stall', afterChunks: 2 } };
  if (text.includes('story')) return { text: STORY, chunkSize: 8, delayMs: 15 };
  if (text.includes('hostile')) {
    if (results.length > 0) return { text: HOSTILE };
    return { reasoning: HOSTILE, toolCalls: [{ name: 'jobs_search', input: { keywords: 'Hostile' } }] };
  }
  if (text.includes('trouble')) return { fault: { kind: 'http', status: 401, message: 'invalid key' } };
  if (text.includes('tailor')) {
    if (results.length > 0) return { text: 'Have a look.' };
    return {
      reasoning: 'The resume comes first.',
      toolCalls: [
        { name: 'resume_list', input: {} },
        { name: 'jobs_prescore', input: { jobId: 1 } },
        { name: 'jobs_prescore', input: { jobId: 9999 } },
      ],
    };
  }
  return { text: 'Hello.' };
}
