import { agent, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { type Script, scripted } from '@posthouse/runtime/scripted';

/** A swarm of one writer, whose words come slowly enough to be read as they are written. */
export function writers(script: Script): SwarmDefinition {
  return swarm({
    name: 'writers',
    version: '1.0.0',
    entrypoint: 'writer',
    agents: [
      agent({
        name: 'writer',
        model: scripted(script),
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
  }).definition;
}

/** One turn that writes a text piece by piece and completes with it. */
export function writing(text: string, { chunkSize = 5, delayMs = 10 } = {}): Script {
  return [{ toolCalls: [{ name: 'task_complete', input: { finish_message: text } }], chunkSize, delayMs }];
}
