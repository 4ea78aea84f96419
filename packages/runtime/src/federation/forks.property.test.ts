import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkWorld, readPlaces } from '../__fixtures__/check-world.ts';
import type { Fate } from '../__fixtures__/peer-world.ts';
import { Relay, TOWNS, type TownName, wordsOf } from '../__fixtures__/relay.ts';

/** Plays of several servers take their time. */
const PLAYS = process.env.TEST_FULL === '1' ? 10 : 2;

type Deed =
  | { kind: 'send'; task: number; path: TownName[] }
  | { kind: 'fork'; task: number; run: number }
  | { kind: 'cancel'; task: number }
  | { kind: 'rest' }
  | { kind: 'kill'; town: TownName; moment: number };
type Play = { deeds: Deed[]; fates: Fate[] };

const town = fc.constantFrom(...TOWNS);
/** Nobody writes to themselves. */
const path = fc
  .array(town, { minLength: 1, maxLength: 3 })
  .map((towns) => towns.filter((each, index) => each !== (towns[index - 1] ?? 'alpha')));
/** Counted from the newest: most of what is done follows what was done before. */
const place = fc.constantFrom(0, 0, 0, 1, 2);
const send = fc.record({ kind: fc.constant('send' as const), task: place, path });
const fork = fc.record({ kind: fc.constant('fork' as const), task: place, run: fc.nat(9) });
const cancel = fc.record({ kind: fc.constant('cancel' as const), task: place });
const kill = fc.record({ kind: fc.constant('kill' as const), town, moment: fc.integer({ min: 2, max: 40 }) });
const rest = fc.constant({ kind: 'rest' as const });
const fates = fc.array(fc.constantFrom<Fate>('arrives', 'arrives', 'lost', 'unheard', 'twice'), { maxLength: 30 });

const playOf = (...others: fc.Arbitrary<Deed>[]): fc.Arbitrary<Play> =>
  fc.record({
    deeds: fc
      .tuple(send, send, fc.array(fc.oneof(send, fork, ...others), { minLength: 4, maxLength: 10 }))
      .map(([one, two, more]): Deed[] => [one, { kind: 'rest' }, two, ...more]),
    fates,
  });

/**
 * A task of the person at alpha: what it goes on from, the errands that were sent in it, and which of all those each
 * instance of a town knows, such as `gamma/beta`.
 */
type Branch = {
  id: string;
  parent?: Branch;
  kept: string[];
  sent: string[];
  known: Map<string, ReadonlySet<string>>;
};

/**
 * What an instance of a town knows that hears of a branch for the first time: what it did in the newest task before that.
 * The one that works for alpha, whose task it is, goes on from what was done there for another, if it has done nothing.
 */
function inherit({ parent, kept }: Branch, name: string, instance: string): ReadonlySet<string> {
  for (let task = parent; task !== undefined; task = task.parent) {
    const own = task.known.get(`${name}/${instance}`);
    const others = [...task.known].filter(([key]) => instance === 'alpha' && key.startsWith(`${name}/`));
    const candidates = own === undefined ? others.map(([, words]) => words) : [own];
    const known = candidates.map((words) => kept.filter((word) => words.has(word)));
    const found = own === undefined ? known.find((words) => words.length > 0) : known[0];
    if (found !== undefined) return new Set(found);
  }
  return new Set();
}

class Person {
  readonly relay: Relay;
  readonly branches: Branch[] = [{ id: 'task0', kept: [], sent: [], known: new Map() }];
  #words = 0;

  constructor(relay: Relay) {
    this.relay = relay;
  }

  /** Gives the branch and the word, if something was sent. */
  async act(deed: Deed): Promise<{ branch: Branch; word: string } | undefined> {
    if (deed.kind === 'rest') return void (await this.relay.settled());
    if (deed.kind === 'kill') return void (await this.relay.restart(deed.town, deed.moment));
    const branch = this.branches.at(-1 - (deed.task % this.branches.length))!;
    const { id } = branch;
    if (deed.kind === 'send') {
      const word = `word${(this.#words += 1)}`;
      branch.sent.push(word);
      await this.relay.post(id, word, ...deed.path);
      return { branch, word };
    }
    const task = await this.relay.world.server('alpha').store.find({ swarm: 'alpha', role: 'user', id: 'u-1' }, id);
    if (task === undefined || task.run === 0) return undefined;
    if (deed.kind === 'cancel') return void (await this.relay.cancel(id));
    const beforeRun = 1 + (deed.run % task.run);
    const newId = `task${this.branches.length}`;
    const runs = await this.#runsOf(branch);
    await this.relay.fork(id, beforeRun, newId);
    const kept = [...branch.kept, ...branch.sent.filter((word) => runs.get(word)! < beforeRun)];
    this.branches.push({ id: newId, parent: branch, kept, sent: [], known: new Map() });
    return undefined;
  }

  /** The run in which each errand was read. */
  async #runsOf({ id, sent }: Branch): Promise<Map<string, number>> {
    const log = await this.relay.world.logAt('alpha', id);
    return new Map(
      sent.map((word) => {
        const posted = log.find((entry) => entry.type === 'message' && isErrand(entry.message.message.body, word));
        const started = log.findLast(
          (entry) =>
            entry.type === 'run-started' &&
            posted?.type === 'message' &&
            entry.messages?.includes(posted.message.id) === true,
        );
        return [word, started?.run ?? posted!.run];
      }),
    );
  }
}

function isErrand(body: string, word: string): boolean {
  return body.startsWith(`${word}/`);
}

/** Which instance of each town an errand has come to, as its logs tell. */
async function instancesOf(relay: Relay, taskId: string, word: string): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>(TOWNS.map((name) => [name, new Set()]));
  for (const { swarm, task, whole } of await readPlaces(relay.world)) {
    const hasCome = whole.entries.some(
      (entry) => entry.type === 'message' && !entry.to.includes('@') && isErrand(entry.message.message.body, word),
    );
    if (task.taskId === taskId && hasCome) found.get(swarm)!.add(task.owner.id);
  }
  return found;
}

test.each<[string, fc.Arbitrary<Play>]>([
  ['whatever becomes of letters', playOf()],
  ['whenever servers die', playOf(kill)],
])(
  'every model has the kept history and nothing else, wherever a task is forked, %s',
  async (_, plays) => {
    await fc.assert(
      fc.asyncProperty(plays, async ({ deeds, fates: given }) => {
        const left = given.slice();
        await using relay = await Relay.open({ fate: () => left.shift() ?? 'arrives' });
        const person = new Person(relay);
        for (const deed of deeds) {
          const asked = new Map(TOWNS.map((name) => [name, relay.requestsAt(name).length]));
          const sent = await person.act(deed);
          await relay.settled();
          if (sent === undefined) continue;
          const { branch, word } = sent;
          const here = await instancesOf(relay, branch.id, word);
          for (const name of TOWNS) {
            // The part of a swarm that works for one other remembers all that it has done for that one.
            const known = [...here.get(name)!].map((instance) => {
              const before = branch.known.get(`${name}/${instance}`) ?? inherit(branch, name, instance);
              const words = new Set([...before, word]);
              branch.known.set(`${name}/${instance}`, words);
              return [...branch.kept, ...branch.sent].filter((each) => words.has(each));
            });
            for (const request of relay.requestsAt(name).slice(asked.get(name))) {
              expect(known.map((words) => words.join())).toContain(wordsOf(request).join());
            }
          }
        }
        expect(await checkWorld(relay.world)).toEqual([]);
      }),
      { numRuns: PLAYS, endOnFailure: true },
    );
  },
  600_000,
);

test('no model is given anything of an abandoned branch, whatever else happens at the time', async () => {
  await fc.assert(
    fc.asyncProperty(playOf(cancel, kill, rest), async ({ deeds, fates: given }) => {
      const left = given.slice();
      await using relay = await Relay.open({ fate: () => left.shift() ?? 'arrives' });
      const person = new Person(relay);
      for (const deed of deeds) await person.act(deed);
      await relay.settled();
      const branches = person.branches.map(({ kept, sent }) => new Set([...kept, ...sent]));
      for (const name of TOWNS) {
        for (const request of relay.requestsAt(name)) {
          const words = wordsOf(request);
          const isOfOne = branches.some((branch) => words.every((word) => branch.has(word)));
          expect(isOfOne, `${name} was given ${words.join()} of ${JSON.stringify(person.branches)}`).toBe(true);
        }
      }
    }),
    { numRuns: PLAYS, endOnFailure: true },
  );
}, 600_000);
