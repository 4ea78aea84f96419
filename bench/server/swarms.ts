import { agent, swarm } from '@posthouse/runtime';

/** A swarm that completes at once, for measuring how long a server takes to start. */
export default swarm({
  name: 'nothing',
  version: '1.0.0',
  entrypoint: 'clerk',
  agents: [
    agent({
      name: 'clerk',
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
      run: () => ({ calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] }),
    }),
  ],
});
