import { action } from '../../definitions/action.ts';
import type { AgentFunction } from '../../definitions/agent-function.ts';
import { actor, complete, type Line } from '../../__fixtures__/play.ts';
import { OWNER, type Scene, type StageProcess } from '../../__fixtures__/stage.ts';
import type { SwarmInstance } from '../../instance/swarm-instance.ts';
import { swarm } from '../../swarm.ts';
import type { StepOptions } from '../step-options.ts';

export const WHISPERS = 'whispers';

/** Looks something up before it speaks, once a turn has told it nothing about that yet. */
const looksUp =
  (tool: string, text: string): AgentFunction =>
  ({ inputs }) => {
    const told = inputs.some(({ message }) => message.subject.startsWith('::action_'));
    return told ? { text } : { calls: [{ tool, input: {} }] };
  };

function deed({ fuse, effects }: StageProcess, name: string, idempotent: boolean) {
  return action({
    name,
    description: name,
    parameters: { type: 'object' },
    idempotent,
    execute: async (_input: object, { idempotencyKey }) => {
      await fuse.pass(`before ${name}`);
      effects.push({ tool: name, idempotent, key: idempotencyKey });
      await fuse.pass(`after ${name}`);
      return 'done';
    },
  });
}

/**
 * A driver that asks for every step under a key of its own, and begins from the start when its process has died: words to
 * one, to some and to all, of agents that act before they speak.
 */
export const whispers: Scene = {
  mode: 'manual',

  swarm(process) {
    const speaks = (name: string, say: AgentFunction, tools: [string, boolean][] = []) => {
      const line: Line = async (input) => {
        await process.fuse.pass(`before ${name} answers`);
        const said = await say(input);
        await process.fuse.pass(`after ${name} answers`);
        return said;
      };
      const actions = tools.map(([tool, idempotent]) => deed(process, tool, idempotent));
      const boss = name === 'host' ? { enableEntrypoint: true, canCompleteTasks: true } : {};
      const commTargets = ['host', 'ann', 'ben', 'cleo'].filter((other) => other !== name);
      return actor(
        name,
        Array.from({ length: 100 }, () => line),
        { commTargets, actions, ...boss },
      );
    };
    return swarm({
      name: OWNER.swarm,
      version: '1.0.0',
      entrypoint: 'host',
      agents: [
        speaks('host', () => ({ calls: complete('Everyone knows.') })),
        speaks('ann', looksUp('pay', 'a secret for ben'), [['pay', false]]),
        speaks('ben', looksUp('look', 'a secret for two'), [['look', true]]),
        speaks('cleo', () => ({ text: 'for everyone' })),
      ],
    });
  },

  async drive(instance) {
    await instance.submit({ taskId: WHISPERS, body: 'Begin.', idempotencyKey: 'begin' });
    await says(instance, { target: 'ann', responseType: 'response', responseTargets: ['ben'] }, 'a secret for ben');
    await says(instance, { target: 'ben', responseTargets: ['ann', 'host'] }, 'a secret for two');
    await says(instance, { target: 'cleo' }, 'for everyone');
    await says(instance, { target: 'host' }, 'Everyone knows.');
  },
};

async function says(instance: SwarmInstance, options: Omit<StepOptions, 'taskId'>, words: string): Promise<void> {
  const { text } = await instance.manualStep({ taskId: WHISPERS, idempotencyKey: options.target, ...options });
  if (text !== words) throw new Error(`${options.target} said '${text}' instead of '${words}'`);
}
