import { newId, toTimestamp } from '@posthouse/protocol';
import type { Frame } from '../streams/parse-stream.ts';
import { ABOUT, membersFor } from '../swarm/conformance-swarm.ts';
import { toRun } from './sample-runs.ts';
import { toFrames } from './to-frames.ts';

export type Caller = { role: 'user' | 'admin' | 'agent'; id: string };

export const TOKENS = { user: 'token-of-u-1', admin: 'token-of-root', agent: 'token-of-peer' };

export const CALLERS: Readonly<Record<string, Caller>> = {
  [TOKENS.user]: { role: 'user', id: 'u-1' },
  [TOKENS.admin]: { role: 'admin', id: 'root' },
  [TOKENS.agent]: { role: 'agent', id: 'conformance-peer' },
};

type Task = { owner: string; bodies: string[]; events: Frame[]; startedAt: string };
type Entry = { entry: Record<string, unknown>; public: boolean };

/** What a sample server remembers. */
export class SampleState {
  readonly swarm: string;
  readonly about: Record<string, unknown>;
  health = 'healthy';
  /** The swarm that was loaded last. */
  loaded: string | undefined;
  readonly tasks = new Map<string, Task>();
  readonly entries: Entry[] = [];
  readonly bound = new Set<string>();

  /** Whether it plays scenarios better than MAIL's own server. */
  readonly improved: boolean;

  /** The swarm that the token of the peer belongs to, if it insists on that. */
  readonly peer: string | undefined;

  constructor(swarm: string, improved = false, peer?: string) {
    this.peer = peer;
    this.swarm = swarm;
    this.improved = improved;
    this.about = { ...ABOUT, name: swarm, public: true };
  }

  ownerOf({ role, id }: Caller): string {
    return `${role}:${id}@${this.swarm}`;
  }

  find(taskId: string, caller: Caller): Task | undefined {
    const task = this.tasks.get(taskId);
    return task?.owner === this.ownerOf(caller) ? task : undefined;
  }

  /** Plays what the message asks for, and gives the frames of the new turn. */
  run(caller: Caller, message: Record<string, unknown>): { taskId: string; frames: Frame[]; response: string } {
    const {
      body = '',
      task_id: taskId = newId(),
      kwargs,
    } = message as {
      body?: string;
      task_id?: string;
      kwargs?: { breakpoint_tool_call_result?: unknown };
    };
    const task = this.tasks.get(taskId) ?? {
      owner: this.ownerOf(caller),
      bodies: [],
      events: [],
      startedAt: toTimestamp(new Date()),
    };
    this.tasks.set(taskId, task);
    const { shows, response } = toRun(body, task.bodies, kwargs?.breakpoint_tool_call_result, this.improved);
    task.bodies.push(body);
    const context = { taskId, userId: caller.id, role: caller.role, swarm: this.swarm, body };
    const frames = toFrames(shows, response, context).map((frame) =>
      frame.event === 'ping' ? { event: 'ping', data: { timestamp: frame.data.timestamp, task_id: taskId } } : frame,
    );
    task.events.push(...frames.slice(0, -1));
    return { taskId, frames, response };
  }

  record(taskId: string): Record<string, unknown> {
    const { owner, events, startedAt } = this.tasks.get(taskId)!;
    return {
      task_id: taskId,
      task_owner: owner,
      task_contributors: [owner],
      start_time: startedAt,
      events: events.map(({ event, data }) => ({ event, data: JSON.stringify(data), id: null, retry: null })),
      is_running: false,
      task_message_queue: [],
      remote_swarms: [],
      completed: true,
      title: null,
    };
  }

  agents(): unknown {
    const agents = Object.entries(membersFor({ peer: this.peer })).map(([name, { commTargets, leads }]) => ({
      name,
      comm_targets: commTargets,
      enable_entrypoint: leads,
      can_complete_tasks: leads,
      enable_interswarm: false,
    }));
    return { agents, entrypoint: 'supervisor' };
  }
}
