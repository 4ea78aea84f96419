import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedLLM, startScriptedLLM } from '@posthouse/testkit';
import type { AgentSession, RunEnd } from '../../../packages/agents/src/agent-adapter.ts';
import type { HostEvent } from '../../../packages/agents/src/host-event.ts';
import type { ProgramProfile } from './profile.ts';
import type { Scenario } from './scenario.ts';

/** An event of an agent program, or of the driver. Only what all of them have is known here. */
export interface PlayedEvent {
  readonly type?: string;
  readonly [key: string]: unknown;
}

/** One run as it went. */
export interface PlayedRun {
  readonly events: readonly PlayedEvent[];
  /** When each event came, in milliseconds from the first prompt. */
  readonly times: readonly number[];
  readonly end: RunEnd;
  readonly agentSessionId: string | undefined;
  /** The agent program's process while it ran; 0 where there is none. */
  readonly pid: number;
}

export interface Played {
  readonly runs: readonly PlayedRun[];
  readonly llm: ScriptedLLM;
  readonly folder: string;
}

/** Longer than any scenario takes on a busy machine. */
const RUN_MS = 200_000;

/**
 * Plays a scenario on a real agent program against the scripted model, in a folder of its own, and gives it all to `look`
 * while the session is still open.
 */
export async function play<Result>(
  profile: ProgramProfile,
  scenario: Scenario,
  look: (played: Played, session: AgentSession) => Promise<Result> | Result,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-agents-'));
  try {
    await using llm = await startScriptedLLM({ script: scenario.script });
    const opened = profile.open({ folder, url: llm.url, permission: scenario.permission ?? 'allow' });
    const options = scenario.options === undefined ? opened : { ...opened, options: scenario.options };
    let session = await profile.adapter.open(options);
    try {
      const runs: PlayedRun[] = [];
      const start = performance.now();
      for (const [index, prompt] of scenario.prompts.entries()) {
        if (index > 0 && scenario.resume) {
          const { agentSessionId } = session;
          await session[Symbol.asyncDispose]();
          session = await profile.adapter.open({ ...options, agentSessionId });
        }
        const isFirst = index === 0;
        runs.push(await playRun({ profile, scenario, session, prompt, isFirst, start, llm, cwd: options.cwd }));
      }
      return await look({ runs, llm, folder }, session);
    } finally {
      await session[Symbol.asyncDispose]();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface RunOptions {
  readonly profile: ProgramProfile;
  readonly scenario: Scenario;
  readonly session: AgentSession;
  readonly prompt: string;
  readonly isFirst: boolean;
  readonly start: number;
  readonly llm: ScriptedLLM;
  readonly cwd: string;
}

async function playRun(options: RunOptions): Promise<PlayedRun> {
  const { profile, scenario, session, prompt, isFirst, start, llm, cwd } = options;
  const file = join(cwd, scenario.stopAtFile ?? '');
  const input = profile.adapter.adaptUserMessage({ parts: [{ type: 'text', text: prompt }] });
  const events: PlayedEvent[] = [];
  const times: number[] = [];
  let pid = 0;
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= session.interrupt();
  };
  if (isFirst && scenario.stopAtRequest) void llm.received(0).then(stop);
  // Some tell of a command only when it runs already.
  const isTold = (): boolean => events.some((event) => JSON.stringify(event).includes(`touch ${scenario.stopAtFile}`));
  const looking = isFirst && scenario.stopAtFile && setInterval(() => existsSync(file) && isTold() && stop(), 20);
  let end: RunEnd = { outcome: 'ended' };
  try {
    for await (const live of session.send(input, { signal: AbortSignal.timeout(RUN_MS) })) {
      // Some agent programs go on writing into what they have given out; what counts is what it said when it came.
      const event = JSON.parse(JSON.stringify(live)) as PlayedEvent;
      events.push(event);
      times.push(Math.round(performance.now() - start));
      pid = session.pid ?? pid;
      if (isFirst && scenario.stopAt?.test(JSON.stringify(event))) stop();
      const approvalId = approvalOf(event);
      if (approvalId !== undefined) await session.answer({ approved: true, ...scenario.answer, approvalId });
    }
  } catch (error) {
    end = { outcome: 'failed', errorText: error instanceof Error ? error.message : String(error) };
  }
  if (looking) clearInterval(looking);
  await stopping;
  if (stopping !== undefined) end = { outcome: 'stopped' };
  return { events, times, end, agentSessionId: session.agentSessionId, pid };
}

/** The question in an event, whoever asks it. */
function approvalOf(event: PlayedEvent): string | undefined {
  const { type, approvalId } = event as Partial<HostEvent>;
  if (type === 'posthouse.approval-requested') return approvalId;
  const { properties } = event as { properties?: { id?: string } };
  return event.type === 'permission.asked' || event.type === 'question.asked' ? properties?.id : undefined;
}
