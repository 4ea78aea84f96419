import { openStore } from '@posthouse/store';
import { SwarmInstance } from '../../instance/swarm-instance.ts';
import { loadHarborco, openHarborco } from './harborco.ts';

// A server that is about to be killed while a crane lifts.
const [url, taskId] = process.argv.slice(2) as [string, string];
const store = await openStore(url);
const instance = await SwarmInstance.open(await loadHarborco(openHarborco()), { store, userId: 'anna' });
await instance.postMessage({ body: 'do tide {"port": "Husum"}\ndo slow_crane {"seconds": 3600}\ndo count', taskId });
