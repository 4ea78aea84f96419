import { agent, swarm } from '@posthouse/runtime';

// Nobody may complete here, and the entrypoint does not exist.
swarm({
  name: 'broken',
  version: '1.0.0',
  entrypoint: 'nobody',
  agents: [agent({ name: 'solo', run: () => ({}), commTargets: [] })],
});
