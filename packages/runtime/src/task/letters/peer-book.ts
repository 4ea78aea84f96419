import {
  EVERYONE,
  type LiveText,
  type MAILMessage,
  type NewEntry,
  parseAgentAddress,
  swarmOf,
} from '@posthouse/protocol';
import { mergeTexts, partId } from '../../live/merge-texts.ts';
import { noteOf } from './letter-note.ts';
import { blockOf } from './remote-place.ts';

/** An instance of another swarm that has given us something to do. */
export type Asker = {
  agent: string;
  /** The instance, if it says so. */
  instance?: string;
  /** Its letters. */
  heard: string[];
};

/** What has passed between the agents here and another swarm in a run. */
export type Contact = {
  /** The agent there that the mail is exchanged with, as far as we know; `all` if only everybody was written to. */
  agent: string;
  /** The instance there that wrote last, if it says so. */
  instance?: string;
  /** Letters that gave the swarm something to do, and whose outcome we do not know yet; with the instance they went to. */
  letters: { id: string; to?: string }[];
  /** Letters of this run, whatever became of them. */
  sent: string[];
  /** The instances there that they went to: a swarm may work on a task for several others. */
  given: Set<string>;
  /** By instance: who there waits for the end of this run. */
  askers: Map<string, Asker>;
  /** By instance: where its log ended when it last wrote, if it says so. */
  ends: Map<string, number>;
  /** What we answered last. */
  said?: string;
};

/** Letters to a swarm that nothing more is to be expected of; all of them unless it says which. */
type Settled = { swarm: string; letters?: string[] };

/** Agents that only ever write must not make the book grow for ever. */
const MAX_LETTERS = 100;

/** Which other swarms take part in a run, and what we wait for. Read off the log, like everything in a ledger. */
export class PeerBook {
  /** Turns that were taken elsewhere. */
  turns = 0;
  /** The newest run of the task's owner that somebody has written for, as far as they say so. */
  taskRun: number | undefined;
  /** The swarms that this run works for, however far away. */
  readonly above = new Set<string>();
  readonly #contacts = new Map<string, Contact>();
  readonly #copies = new Map<string, number>();
  readonly #ranges = new Map<string, { first: number; last: number }>();
  readonly #texts = new Map<string, LiveText>();

  /** Notes a message of the log. Gives our letters that nothing more is to be expected of, if it says so of any. */
  note(to: string, message: MAILMessage): Settled | undefined {
    const { sender } = message.message;
    const { lost } = noteOf(message);
    if (lost !== undefined) {
      return this.#settle({ swarm: lost.swarm, letters: lost.letter === undefined ? undefined : [lost.letter] });
    }
    const target = swarmOf(to);
    if (target !== undefined) return this.#send(target, to, message);
    const source = sender.addressType === 'agent' ? swarmOf(sender.address) : undefined;
    return source === undefined ? undefined : this.#hear(source, message);
  }

  /** Notes what another swarm did. Each of its instances numbers its turns, without gaps. */
  noteRemote({ agent = '', turn, fact }: NewEntry & { type: 'remote' }): void {
    if (turn === undefined) return;
    if (fact.type === 'text-started') {
      const { attempt, part, kind } = fact;
      const text = { agent, turn, attempt, part, kind, text: '' };
      this.#texts.set(partId(text), text);
    } else if (fact.type === 'text-written' || fact.type === 'text-abandoned') {
      for (const text of fact.parts) this.#texts.delete(partId(text));
    }
    const counted = `${swarmOf(agent) ?? ''}/${blockOf(turn)}`;
    const known = this.#ranges.get(counted) ?? { first: turn, last: turn - 1 };
    const first = Math.min(known.first, turn);
    const last = Math.max(known.last, turn);
    this.turns += last - first - (known.last - known.first);
    this.#ranges.set(counted, { first, last });
  }

  /** Notes how much readers were shown of text that has begun, as a process knew that may be gone. */
  noteShown(texts: readonly LiveText[]): void {
    for (const text of texts) if (this.#texts.has(partId(text))) this.#texts.set(partId(text), text);
  }

  /** Text that other swarms have begun, and that has not come to anything yet; with what is known of it besides. */
  begun(known: readonly LiveText[] = []): LiveText[] {
    return mergeTexts(
      [...this.#texts.values()],
      known.filter((text) => this.#texts.has(partId(text))),
    );
  }

  contact(swarm: string): Contact | undefined {
    return this.#contacts.get(swarm);
  }

  /** The swarms that mail was exchanged with. */
  swarms(): string[] {
    return [...this.#contacts.keys()];
  }

  /** Whether a swarm may still be at work on what we wrote; on one of these letters of ours, if it says which. */
  isAtWork(swarm: string, seen?: readonly string[]): boolean {
    const letters = this.#contacts.get(swarm)?.letters ?? [];
    return seen === undefined ? letters.length > 0 : letters.some(({ id }) => seen.includes(id));
  }

  /** Whether an instance there may still be at work on what we wrote. */
  isInstanceAtWork(swarm: string, instance: string): boolean {
    return this.#contacts.get(swarm)?.letters.some(({ to }) => to === instance) === true;
  }

  /** How many agents here a letter of another swarm was for. */
  copiesOf(letter: string): number {
    return this.#copies.get(letter) ?? 0;
  }

  #send(swarm: string, to: string, message: MAILMessage): undefined {
    const contact = this.#open(swarm);
    const { name } = parseAgentAddress(to);
    if (name !== EVERYONE) contact.agent = name;
    if (message.msgType === 'response') {
      if (noteOf(message).ended === undefined) contact.said = message.message.body;
    } else if (!contact.sent.includes(message.id)) {
      const { to: instance } = noteOf(message);
      add(contact.sent, message.id);
      if (instance !== undefined) contact.given.add(instance);
      add(contact.letters, { id: message.id, to: instance });
    }
  }

  #hear(swarm: string, message: MAILMessage): Settled | undefined {
    const contact = this.#open(swarm);
    const { ended, seq, taskRun = 0, instance, above = [] } = noteOf(message);
    if (taskRun > (this.taskRun ?? 0)) this.taskRun = taskRun;
    contact.agent = parseAgentAddress(message.message.sender.address).name;
    if (instance !== undefined) contact.instance = instance;
    if (seq !== undefined) contact.ends.set(instance ?? '', Math.max(seq, contact.ends.get(instance ?? '') ?? 0));
    if (ended === undefined) {
      if (message.msgType !== 'response') {
        for (const each of [swarm, ...above]) this.above.add(each);
        this.#count(message.id);
        this.#ask(contact, message.id);
      }
      return undefined;
    }
    // A server that does not say what it has seen has seen everything.
    return this.#settle({ swarm, letters: ended.seen });
  }

  #count(letter: string): void {
    this.#copies.set(letter, this.copiesOf(letter) + 1);
    const [oldest] = this.#copies.keys();
    if (this.#copies.size > MAX_LETTERS) this.#copies.delete(oldest!);
  }

  #ask({ askers, agent, instance }: Contact, letter: string): void {
    const heard = askers.get(instance ?? '')?.heard ?? [];
    if (!heard.includes(letter)) add(heard, letter);
    askers.set(instance ?? '', { agent, heard, instance });
  }

  #settle(settled: Settled): Settled {
    const { swarm, letters } = settled;
    const contact = this.#open(swarm);
    contact.letters = letters === undefined ? [] : contact.letters.filter(({ id }) => !letters.includes(id));
    return settled;
  }

  #open(swarm: string): Contact {
    const known = this.#contacts.get(swarm);
    if (known !== undefined) return known;
    const contact: Contact = {
      agent: EVERYONE,
      letters: [],
      sent: [],
      given: new Set(),
      askers: new Map(),
      ends: new Map(),
    };
    this.#contacts.set(swarm, contact);
    return contact;
  }
}

function add<Letter>(letters: Letter[], letter: Letter): void {
  letters.push(letter);
  if (letters.length > MAX_LETTERS) letters.shift();
}
