import { invalidInput, type LogEntry, ownValue, type UIOverview, type UIUsage } from '@posthouse/protocol';
import { type SwarmDefinition, toSwarmJSON } from '@posthouse/runtime';
import { readWholeLog, type Task } from '@posthouse/store';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { addUsageLines, toSpent } from '../studio/usage-lines.ts';
import { overviewRoutes } from '../openapi/overview-routes.ts';
import { toQueued, toTaskTitle } from './read-task-record.ts';

const MAX_TASKS_PER_PAGE = 200;
const USUAL = 50;
const GENERAL_QUESTION = 'What can you do?';

/** What the studio shows at a glance: the swarms, the caller's tasks in all of them, and what they have cost. */
export function addOverviewRoutes({ on, served, questions }: AppParts): void {
  on(overviewRoutes.listUISwarms, () => {
    const swarms = served.definitions().map((definition) => ({
      ...toSwarm(definition),
      question: ownValue(questions, definition.name) ?? GENERAL_QUESTION,
    }));
    return { default: served.defaultSwarm, swarms };
  });

  // A template holds the prompts of its agents, which are not everybody's business.
  on(overviewRoutes.getUISwarm, (c) => toSwarmJSON(served.definition(c.req.param('name'))).swarm);

  on(overviewRoutes.getUIOverview, async (c) => {
    const tasks = await newestTasks(c);
    const lines = tasks.map(async (task) => {
      const log = await readWholeLog(served.store, task.key);
      const { approvalTools } = served.definition(task.owner.swarm);
      return {
        taskId: task.taskId,
        swarm: task.owner.swarm,
        title: toTaskTitle(log) ?? null,
        status: task.status,
        ...toQueued(served.engine.queue.placeOf(task.key)),
        runs: task.run,
        entries: task.head,
        startTime: task.createdAt,
        changeTime: task.updatedAt,
        usage: toSpent(log),
        waiting: task.status === 'paused' ? toWaiting(log, approvalTools) : [],
      };
    });
    return { tasks: await Promise.all(lines) };
  });

  on(overviewRoutes.getUIUsage, async (c) => {
    const lines = new Map<string, UIUsage['usage'][number]>();
    for (const task of await newestTasks(c))
      addUsageLines(lines, task.owner.swarm, await readWholeLog(served.store, task.key));
    const usage = [...lines.values()].toSorted((a, b) => a.hour.localeCompare(b.hour));
    return { usage };
  });

  /** The caller's newest tasks, whatever swarm they are with. */
  async function newestTasks(c: Context<AppEnv>): Promise<Task[]> {
    const limit = toLimit(c.req.query('limit'));
    const instances = served.definitions().map(({ name }) => served.instance(c.get('caller'), name));
    const lists = await Promise.all(instances.map((instance) => instance.tasks({ limit })));
    return lists
      .flat()
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, limit);
  }
}

function toSwarm({ name, version, description, entrypoint, keywords, agents }: SwarmDefinition) {
  return {
    name,
    version,
    description,
    entrypoint,
    keywords: [...keywords],
    agents: agents.map((agent) => ({
      name: agent.name,
      description: agent.description,
      ...toModel(agent.model),
      commTargets: [...agent.commTargets],
      actions: agent.actions.map((action) => action.name),
      enableEntrypoint: agent.enableEntrypoint,
      canCompleteTasks: agent.canCompleteTasks,
      enableInterswarm: agent.enableInterswarm,
    })),
  };
}

function toModel(model: SwarmDefinition['agents'][number]['model']): { model?: string } {
  if (model === undefined) return {};
  return typeof model === 'string' ? { model } : { model: `${model.provider}/${model.modelId}` };
}

function toLimit(text: string | undefined): number {
  if (text === undefined) return USUAL;
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_TASKS_PER_PAGE) return Number(text);
  throw invalidInput(`limit must be a number from 1 to ${MAX_TASKS_PER_PAGE}`);
}

type Waiting = UIOverview['tasks'][number]['waiting'];

/** The calls that a task waits for, as its newest pause lists them. `approvalTools` are those that ask for a yes. */
function toWaiting(log: readonly LogEntry[], approvalTools: readonly string[]): Waiting {
  const pause = log.findLast(({ type }) => type === 'paused' || type === 'resumed' || type === 'run-ended');
  if (pause?.type !== 'paused') return [];
  return pause.calls.map(({ callId, tool, input }) => ({
    callId,
    tool,
    input,
    approval: approvalTools.includes(tool),
    since: pause.at,
  }));
}
