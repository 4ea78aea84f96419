import { agent, swarm } from '@posthouse/runtime';

/** A swarm of one agent that needs no model. */
export function soloSwarm(name: string) {
  const solo = agent({
    name: 'solo',
    run: () => ({ calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] }),
    commTargets: [],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  return swarm({ name, version: '1.0.0', entrypoint: 'solo', agents: [solo] });
}

export default soloSwarm('one');
