import { setTimeout as sleep } from 'node:timers/promises';
import { agent, swarm } from '@posthouse/runtime';

/** Answers with what it was asked, after as many milliseconds as it was told to wait. */
export default swarm({
  name: 'echo',
  version: '1.0.0',
  entrypoint: 'echo',
  agents: [
    agent({
      name: 'echo',
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
      run: async ({ inputs }) => {
        const { body } = inputs.at(-1)!.message;
        await sleep(Number(/wait (\d+)/.exec(body)?.[1] ?? 0));
        return { calls: [{ tool: 'task_complete', input: { finish_message: `You said: ${body}` } }] };
      },
    }),
  ],
});
