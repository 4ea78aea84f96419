import { CuttingProxy } from '../../../packages/server/src/__fixtures__/cutting-proxy.ts';
import { until } from '../../../packages/server/src/__fixtures__/until.ts';
import { ourSDKs, sdks } from '../../chat/__fixtures__/sdks.ts';
import type { Account } from './account.ts';
import { replyIn, stopChat, stops } from './deeds.ts';
import { type Caller, type Door, type Given, type Place, placeOf, type Question, READ_METER } from './door.ts';
import { ChatCaller, reloaded } from './doors/chat.ts';
import { mcpDoor } from './doors/mcp.ts';
import { messageDoors, TellingsCaller, toldOf } from './doors/message.ts';
import { openAIDoors } from './doors/openai.ts';
import { providerDoors } from './doors/provider.ts';
import { toCommand, toFollower } from './doors/watchers.ts';
import type { Run } from './play.ts';
import type { Stage } from './stage.ts';
import type { Town, World } from './world.ts';

/** Every door through which the same message is the same run. */
const doors: Door[] = [...messageDoors, ...providerDoors, ...openAIDoors, mcpDoor];

/** The door that tells everything there is to tell. */
export const TELLINGS = '/message, as tellings';
const LONG = 60_000;

type Told = readonly [door: string, account: Account];
type Asked = readonly [door: string, questions: Question[]];

/** A run, what everybody was told of it, and what they were asked on the way, pause by pause. */
export type ToldRun = { run: Run; url: string; taskId: string; told: Told[]; asked: Asked[][] };

/** What came of a world, which is played once for everybody at the doors, and once for a chat: chats have their own tasks. */
export type Performance = { place: Place; doors: ToldRun; page: ToldRun; chat: ChatCaller };

/** Somebody at a door, and what they were told last. */
type Guest = { door: string; caller: Caller; account: Account; watches: boolean };

/** `number` decides who does what, among those who could. */
export type PerformerOptions = { world: World; name: string; number: number };

/** Plays a world once for everybody who reads it at the same time, and once for a chat, which has tasks of its own. */
export class Performer implements AsyncDisposable {
  readonly #stage: Stage;
  /** A road to alpha on which connections break. */
  readonly #road: CuttingProxy;
  readonly #world: World;
  readonly #number: number;
  readonly #place: Place;
  readonly #run: Run;
  readonly #chatRun: Run;
  readonly #chatId: string;

  private constructor(stage: Stage, road: CuttingProxy, { world, name, number }: PerformerOptions) {
    this.#stage = stage;
    this.#road = road;
    this.#world = world;
    this.#number = number;
    this.#run = stage.play(name, world);
    this.#chatRun = stage.play(`${name}-chat`, world);
    this.#chatId = `chat-${name}`;
    const tools = world.bosses.alpha.asks === 'a reading' ? [READ_METER] : undefined;
    this.#place = placeOf(stage.url, name, this.#run.question, tools);
  }

  static async open(stage: Stage, options: PerformerOptions): Promise<Performer> {
    const left = [...options.world.cuts];
    const road = await CuttingProxy.start({
      port: Number(new URL(stage.url).port),
      cuts: left.length,
      next: () => ({ up: Number.POSITIVE_INFINITY, down: left.shift() ?? Number.POSITIVE_INFINITY }),
    });
    return new Performer(stage, road, options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#road[Symbol.asyncDispose]();
  }

  async perform(): Promise<Performance> {
    const { trouble } = this.#world;
    const chat = this.#openChat();
    const [guests, account] = await Promise.all([this.#welcome(), chat.ask(), this.#makeTrouble()]);
    const page: Guest = { door: 'useChat', caller: chat, account, watches: false };
    if (trouble?.during === 'pause') await this.#stage.restart(trouble.who.split('.')[0] as Town);
    const [asked, chatAsked] = await Promise.all([this.#answerAll(guests), this.#answerAll([page])]);
    const place = { ...this.#place, ...(this.#place.tools && { given: this.#givenTo(asked[0]!) }) };
    const told = [...guests.map(toTold), ...(await this.#readLate(place))];
    const { url } = this.#stage;
    const { taskId: chatTask } = (await this.#session())!;
    const [reload] = await reloaded(url, this.#chatId);
    const chatTold: Told[] = [
      toTold(page),
      ['useChat, reloaded', reload!],
      [TELLINGS, await toldOf({ url, taskId: chatTask })],
    ];
    return {
      chat,
      place,
      doors: { run: this.#run, url, taskId: place.taskId, told, asked },
      page: { run: this.#chatRun, url, taskId: chatTask, told: chatTold, asked: chatAsked },
    };
  }

  #session() {
    return this.#stage.country.town('alpha').store.sessions.get({ role: 'user', id: 'ada' }, this.#chatId);
  }

  /** Pages with our transport have a bad road; others would not survive it, and no restart either. */
  #openChat(): ChatCaller {
    const makers = this.#world.trouble?.kind === 'kill' ? ourSDKs : sdks;
    const [name, open] = makers[this.#number % makers.length]!;
    const { url } = name.endsWith('plain transport') ? this.#stage : this.#road;
    return new ChatCaller(open, { url, id: this.#chatId, question: this.#chatRun.question });
  }

  /** Whoever comes first begins the run; all others find it. */
  async #welcome(): Promise<Guest[]> {
    const isKill = this.#world.trouble?.kind === 'kill';
    const able = doors.filter(
      ({ noticesCuts = true, declaresTools = true }) =>
        (noticesCuts || !isKill) && (declaresTools || this.#place.tools === undefined),
    );
    const [provider] = providerDoors.filter(({ name }) => name.startsWith('streamText')).slice(this.#number % 3);
    const cutPlace = { ...this.#place, url: this.#road.url };
    const groups = await Promise.all([
      ...able.map((door) => this.#enter(door.name, () => door.open(this.#place))),
      this.#enter('tellings, cut', () => new TellingsCaller(cutPlace)),
      this.#enter(`${provider!.name}, cut`, () => provider!.open(cutPlace)),
      this.#watch(cutPlace),
    ]);
    return groups.flat();
  }

  /** Those who only watch need something to watch. */
  async #watch(cutPlace: Place): Promise<Guest[]> {
    const place = this.#place;
    await until(() => this.#stage.country.town('alpha').task(place.taskId).then(Boolean), LONG);
    return Promise.all([
      this.#enter('posthouse run', () => toCommand(place), true),
      this.#enter('GET /tasks/…/events', () => toFollower(place), true),
      this.#enter('GET /tasks/…/events, cut', () => toFollower(cutPlace), true),
    ]);
  }

  #enter(door: string, open: () => Caller, watches = false): Promise<Guest> {
    return this.#stage.insist(async () => {
      const caller = open();
      return { door, caller, account: await caller.ask(), watches };
    });
  }

  async #makeTrouble(): Promise<void> {
    const { trouble } = this.#world;
    if (trouble === undefined || !this.#run.isTroubled) return;
    await until(async () => (await this.#session()) !== undefined, LONG);
    const { taskId: chatTask } = (await this.#session())!;
    await this.#stage.troubled(this.#run, this.#place.taskId);
    await this.#stage.troubled(this.#chatRun, chatTask);
    for (const run of [this.#run, this.#chatRun]) {
      run.isTroubled = false;
      run.interrupting.resolve();
    }
    if (trouble.kind === 'interrupt' && trouble.who === 'alpha.boss') {
      await Promise.all([this.#stage.helped(this.#place.taskId), this.#stage.helped(chatTask)]);
      for (const run of [this.#run, this.#chatRun]) run.returning.resolve();
    }
    if (trouble.kind === 'kill') await this.#stage.restart(trouble.who.split('.')[0] as Town);
    if (trouble.kind !== 'stop') return;
    await stops[this.#number % stops.length]!(this.#place);
    await stopChat(this.#stage.url, this.#chatId);
  }

  /**
   * One of them replies, the others say the same again and those who only watch look again, until nobody is asked. Gives
   * what they were asked.
   */
  async #answerAll(guests: Guest[]): Promise<Asked[][]> {
    const toReply = replyIn(this.#world);
    const asked: Asked[][] = [];
    const replying = async (guest: Guest): Promise<unknown> => (guest.account = await guest.caller.reply!(toReply));
    const looking = async (guest: Guest): Promise<unknown> => (guest.account = await guest.caller.ask());
    for (;;) {
      const left = guests.filter(({ account }) => account.status === 'paused');
      if (left.length === 0) return asked;
      asked.push(left.map(({ door, account }) => [door, account.questions!] as const));
      const able = left.filter(({ caller }) => caller.reply !== undefined);
      const first = able[(this.#number + asked.length) % able.length]!;
      await replying(first);
      const others = left.filter((guest) => guest !== first);
      await Promise.all(others.filter(({ watches }) => !watches).map(replying));
      await Promise.all(others.filter(({ watches }) => watches).map(looking));
    }
  }

  /** What the caller says to questions that everybody was asked. */
  #givenTo([first]: Asked[]): Given[] {
    const [, questions] = first!;
    return questions.map((question) => ({ call_id: question.callId, content: replyIn(this.#world)(question) }));
  }

  async #readLate(place: Place): Promise<Told[]> {
    const toReply = replyIn(this.#world);
    const late = doors.map(async (door): Promise<Told> => {
      const caller = door.open(place);
      let account = await caller.ask();
      while (account.status === 'paused') account = await caller.reply!(toReply);
      return [`${door.name}, late`, account];
    });
    const watched = [
      ['posthouse run', toCommand],
      ['GET /tasks/…/events', toFollower],
    ] as const;
    const looking = watched.map(async ([name, open]): Promise<Told> => [`${name}, late`, await open(place).ask()]);
    return Promise.all([...late, ...looking]);
  }
}

function toTold({ door, account }: Guest): Told {
  return [door, account];
}
