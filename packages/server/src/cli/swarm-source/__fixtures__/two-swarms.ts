import { soloSwarm } from './one-swarm.ts';

export default [soloSwarm('first'), soloSwarm('second').definition];
