import { newId } from '@posthouse/protocol';
import { expectThat } from '../findings/expect-that.ts';
import type { Seen } from '../findings/verdict.ts';
import { asObject, type Exchange, objectOf } from '../http/exchange.ts';
import type { Lab } from '../lab/lab.ts';
import { PEER, startPeer } from '../peer/start-peer.ts';
import type { RuleCheck } from './check.ts';

const SECRETS = ['auth_token', 'auth_token_ref', 'public', 'volatile'];

/** Checks of the registry, with peers that the suite starts for them. */
export const registryChecks: RuleCheck[] = [
  {
    id: 'N46',
    needs: ['admin', 'changes'],
    run: async (lab): Promise<Seen> => {
      const { name, registered } = await guests(lab);
      expectRegistered(registered, name);
      using other = await startPeer({ name: `peer-${newId()}`, public: false, ...hostOf(lab) });
      const spec = { swarm_name: other.name, base_url: other.url, volatile: true };
      const exchange = await lab.post('/swarms/register', spec, 'admin');
      if ([404, 405].includes(exchange.answer.status)) return [];
      expectRegistered(exchange, other.name);
      return ['spec-variants'];
    },
  },
  {
    id: 'N47',
    needs: ['admin', 'changes'],
    run: async (lab) => {
      const { name, registered, asked, listed } = await guests(lab);
      expectThat(registered, asked.includes('/'), {
        expected: 'the server to ask the peer who it is',
        seen: asked.join(),
      });
      const entry = entryOf(listed, name);
      const holds =
        entry.version === PEER.version &&
        entry.swarm_description === PEER.description &&
        JSON.stringify(entry.keywords) === JSON.stringify(PEER.keywords) &&
        typeof entry.last_seen === 'string';
      const expected = `version, description, keywords of the peer, and when it was seen: ${JSON.stringify(PEER)}`;
      expectThat(listed, holds, { expected, seen: JSON.stringify(entry) });
    },
  },
  {
    id: 'N48',
    needs: ['admin', 'changes'],
    run: async (lab) => {
      const { name, hidden, listed } = await guests(lab);
      const names = swarmsOf(listed).map(({ swarm_name: each }) => each);
      expectThat(listed, names.includes(name), { expected: `the public swarm ${name} in the list` });
      expectThat(listed, !names.includes(hidden), { expected: `a list without ${hidden}, which is not public` });
    },
  },
  {
    id: 'N49',
    run: async (lab) => {
      if (lab.has('admin') && lab.options.allowChanges === true) await guests(lab);
      const exchange = await lab.get('/swarms', 'nobody');
      for (const entry of swarmsOf(exchange)) {
        const texts = ['swarm_name', 'base_url', 'version', 'swarm_description'];
        const holds =
          texts.every((key) => typeof entry[key] === 'string') && Array.isArray(entry.keywords) && 'last_seen' in entry;
        const seen = JSON.stringify(entry);
        expectThat(exchange, holds, { expected: `${texts.join(', ')}, keywords and last_seen in every entry`, seen });
        const told = SECRETS.filter((key) => key in entry);
        expectThat(exchange, told.length === 0, { expected: `no ${SECRETS.join(', ')} in an entry`, seen });
      }
    },
  },
];

type Guests = { name: string; hidden: string; registered: Exchange; asked: string[]; listed: Exchange };

/** Registers a public peer and one that is not, once for all checks. */
function guests(lab: Lab): Promise<Guests> {
  return lab.once('guests', async () => {
    const [name, hidden] = [`peer-${newId()}`, `peer-${newId()}`];
    using open = await startPeer({ name, public: true, ...hostOf(lab) });
    using closed = await startPeer({ name: hidden, public: false, ...hostOf(lab) });
    const register = ({ name: each, url }: typeof open): Promise<Exchange> =>
      lab.post('/swarms', { name: each, base_url: url, volatile: true }, 'admin');
    const registered = await register(open);
    await register(closed);
    const listed = await lab.get('/swarms', 'nobody');
    return { name, hidden, registered, asked: [...open.paths], listed };
  });
}

function hostOf({ options: { peerHost: host } }: Lab): { host?: string } {
  return host === undefined ? {} : { host };
}

function expectRegistered(exchange: Exchange, name: string): void {
  const { status, swarm_name: told } = objectOf(exchange);
  const holds = exchange.answer.status === 200 && status === 'registered' && told === name;
  expectThat(exchange, holds, { expected: `200 with the status registered and the swarm_name ${name}` });
}

function swarmsOf(exchange: Exchange): Record<string, unknown>[] {
  const { swarms } = objectOf(exchange);
  return Array.isArray(swarms) ? swarms.map(asObject) : [];
}

function entryOf(exchange: Exchange, name: string): Record<string, unknown> {
  return swarmsOf(exchange).find((entry) => entry.swarm_name === name) ?? {};
}
