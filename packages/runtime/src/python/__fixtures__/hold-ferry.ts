import { contextOf, openFerry } from './ferry.ts';

// A server that is about to be killed: tells the id of its Python process, and goes on running an action that blocks it.
const ferry = openFerry();
process.stdout.write(String(await ferry.call('ferry.actions:pid', {}, contextOf())));
await ferry.call('ferry.actions:jam', { seconds: 3600 }, contextOf());
