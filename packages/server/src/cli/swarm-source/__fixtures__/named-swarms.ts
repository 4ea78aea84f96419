import { soloSwarm } from './one-swarm.ts';

export const swarms = [soloSwarm('named')];
