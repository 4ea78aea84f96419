import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, isWork } from './__fixtures__/account.ts';
import { READ_METER } from './__fixtures__/door.ts';
import { post } from './__fixtures__/doors/message.ts';
import { readProgress } from './__fixtures__/doors/mcp.ts';
import { printed, recorded, taped } from './__fixtures__/doors/watchers.ts';
import { type Performance, Performer, TELLINGS, type ToldRun } from './__fixtures__/performance.ts';
import { answerOf, isAnswering, type Run, shownOf } from './__fixtures__/play.ts';
import { Stage } from './__fixtures__/stage.ts';
import {
  AGENTS,
  type Agent,
  type Kind,
  nameOf,
  partOf,
  settingOf,
  toWorld,
  troubles,
  type World,
} from './__fixtures__/world.ts';

const isFull = process.env.TEST_FULL === '1';

let stage: Stage;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  stage = await Stage.open();
});
afterAll(async () => {
  delete globalThis.AI_SDK_LOG_WARNINGS;
  await stage[Symbol.asyncDispose]();
});

/** Plays worlds of a kind, and looks at what came of each. */
async function play(
  kind: Kind,
  check: (world: World, performance: Performance) => Promise<void> | void,
): Promise<void> {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(settingOf(kind), async (setting) => {
      number += 1;
      const world = toWorld(setting, kind, number);
      await using performer = await Performer.open(stage, { world, name: `${kind}-${number}`, number });
      const performance = await performer.perform();
      const { doors, page, place } = performance;
      for (const run of [doors, page]) await expectOneTelling(run);
      expectProgress(await readProgress(place), doors);
      await check(world, performance);
    }),
    // A world that fails is small enough as it is, and a smaller one takes as long.
    { numRuns: isFull ? Math.max(5, troubles[kind].length) : 1, endOnFailure: true },
  );
}

const referenceOf = ({ told }: ToldRun): Account => told.find(([door]) => door === TELLINGS)![1];

/** Everybody was told the same, and asked the same. */
async function expectOneTelling(run: ToldRun): Promise<void> {
  const reference = referenceOf(run);
  for (const [door, { tokens = [], ...account }] of run.told) {
    expect({ door, ...account }).toEqual({ door, ...pick(reference, account) });
    const isSaid = (words: string): boolean => saidIn(reference).some((said) => said.startsWith(words));
    expect([door, tokens.filter((words) => !isSaid(words))]).toEqual([door, []]);
  }
  for (const round of run.asked) {
    const questions = round.map(([door, each]) => [door, each.map(({ tool, input }) => ({ tool, input }))] as const);
    for (const [door, each] of questions) expect([door, each]).toEqual([door, questions[0]![1]]);
  }
  expectWords(run, reference);
  expect(await recorded(run)).toBe(reference.status);
  const { answer, counts, called, written, ...studio } = await taped(run);
  expect(studio).toEqual(pick(reference, studio));
  // Where nothing was answered, it says why.
  expect(answer).toBe(reference.answer === '' ? 'The run was cancelled.' : reference.answer);
  // The studio shows every call, also the one that completes a task.
  const isEnd = (line: string): boolean => line.split(' ')[1] === 'task_complete';
  expect(called.filter((line) => !isEnd(line))).toEqual(reference.called);
  expect(
    Object.entries(counts)
      .flatMap(([name, count]) => Array<string>(count).fill(name))
      .toSorted(),
  ).toEqual(called.map((line) => line.split(' ')[0]!).toSorted());
  expect(withoutSaid(written, reference)).toEqual({});
  expect(await printed(run)).toEqual(toPrinted(run, reference));
}

/** Every text that somebody has shown, also as an answer or to be taken back. */
function saidIn({ answer, thoughts, retracted }: Account): string[] {
  return [`boss: ${answer}`, ...thoughts!, ...retracted!];
}

/** What the studio's lines of each agent have besides what was told, each text once; nobody who has nothing besides. */
function withoutSaid(written: Record<string, string>, reference: Account): Record<string, string> {
  const rest = { ...written };
  for (const said of saidIn(reference).toSorted((one, other) => other.length - one.length)) {
    const [who, words] = [said.slice(0, said.indexOf(': ')), said.slice(said.indexOf(': ') + 2)];
    const before = rest[who] ?? '';
    rest[who] = words === '' ? before : before.replace(words, () => '');
    if (words !== '' && rest[who] === before) rest[who] += ` without “${words}”`;
  }
  return Object.fromEntries(Object.entries(rest).filter(([, words]) => words.trim() !== ''));
}

/** What was taken back, without the draft of the answer: that is no thought of anybody. */
function withoutDraft({ run: { world } }: ToldRun, { retracted }: Account): string[] {
  const { trouble } = world;
  const isDraft = trouble?.who === 'alpha.boss' && isAnswering(trouble);
  return isDraft ? without(retracted!, [`boss: ${shownOf(world, trouble)}`]) : retracted!;
}

/** What the command prints: every text in one line, and what the caller is asked in lines of its own. */
function toPrinted(run: ToldRun, reference: Account): Account {
  const { status, thoughts, called, got } = reference;
  const toLines = (texts: string[]): string[] => texts.map((text) => text.replaceAll(/\s*\n\s*/g, ' ')).toSorted();
  const asked = new Set(['pay', 'ask_human', READ_METER.name]);
  return {
    status,
    thoughts: toLines(thoughts!),
    retracted: toLines(withoutDraft(run, reference)),
    called: toLines(called!.filter((line) => !asked.has(line.split(' ')[1]!))),
    got: toLines(got!),
  };
}

/** Whoever waits for MCP is told who does what, once each. */
function expectProgress(progress: readonly string[], run: ToldRun): void {
  expect(progress.filter((line) => /::task_complete::|@\w+@/.test(line))).toEqual([]);
  const mail = progress.filter((line) => / writes to | answers /.test(line));
  expect(mail).toEqual([...new Set(mail)]);
  // Whoever finds the run is told of it up to where it asks, and whoever gives a result what follows.
  if (run.asked.length > 0) return;
  const reference = referenceOf(run);
  const called = reference.called!.map((line) => line.split(' ')).filter(([, tool]) => isWork(tool!));
  const calls = progress.filter((line) => / calls \w+$/.test(line)).toSorted();
  expect(calls).toEqual(called.map(([agent, tool]) => `${agent} calls ${tool}`).toSorted());
  const thinking = [...reference.thoughts!, ...withoutDraft(run, reference)];
  const thoughts = progress.filter((line) => line.endsWith(' thinks')).toSorted();
  expect(thoughts).toEqual(thinking.map((line) => `${line.slice(0, line.indexOf(': '))} thinks`).toSorted());
}

/** What was told is what agents have said, each word of it where it belongs. */
function expectWords({ run }: ToldRun, { status, answer, thoughts, retracted }: Account): void {
  const { world, said, cutShort } = run;
  // Whoever has answered by mail may still be at it when the run is over, and who gives us something to do is not watched.
  const { beta, gamma } = world.bosses;
  const isAllTold = !beta.writes && !gamma.writes && !isInterruptedByHelper(world);
  const takenBack = status === 'cancelled' ? [] : cutShort.toSorted();
  const kept = without(said, [...takenBack, ...(answer === '' ? [] : [`boss: ${answer}`])]).toSorted();
  if (isAllTold) expect({ thoughts, retracted }).toEqual({ thoughts: kept, retracted: takenBack });
  expect(without([...thoughts!, ...retracted!], said)).toEqual([]);
}

function isInterruptedByHelper({ trouble }: World): boolean {
  return trouble?.kind === 'interrupt' && trouble.who === 'alpha.boss';
}

/** A list without the items of another one, each as often as it stands there. */
function without<Item>(items: readonly Item[], others: readonly Item[]): Item[] {
  const left = [...others];
  return items.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What one account says of the things that another one tells. */
function pick(whole: Account, part: Account): Account {
  return Object.fromEntries(Object.keys(part).map((key) => [key, whole[key as keyof Account]])) as Account;
}

/** What the model of an agent was given last. */
function lastRequest(agent: Agent, run: Run) {
  return stage.requestsOf(agent, run).at(-1)!.messages;
}

/** It ended with the answer that it always comes to. */
function expectAnswer(world: World, { doors, page }: Performance): void {
  for (const run of [doors, page])
    expect(referenceOf(run)).toMatchObject({ status: 'complete', answer: answerOf(world, 'alpha.boss') });
}

describe('every door of a federated swarm', { timeout: 600_000 }, () => {
  test('shows early and late readers the same undisturbed run', async () => {
    await play('calm', expectAnswer);
  });

  test('shows the same run with a question to its caller, here or in another swarm, also if a server is killed meanwhile', async () => {
    await play('questions', (world, performance) => {
      expectAnswer(world, performance);
      const asking = [world.bosses.alpha, world.bosses.beta].filter(({ asks }) => asks !== 'nothing');
      for (const { asked, run } of [performance.doors, performance.page]) {
        expect(asked).toHaveLength(asking.length);
        // What was said reaches whoever has asked, once.
        for (const agent of ['alpha.boss', 'beta.boss'] as const) {
          const results = lastRequest(agent, run).flatMap(({ toolResults }) => toolResults);
          const replies = results.filter(({ name }) => name === 'pay' || name === 'ask_human');
          expect(replies.map(({ text }) => text)).toEqual(expectedReplies(world, agent));
        }
      }
    });
  });

  test('shows the same run with a tool of its caller, also if a server is killed while it waits for the result', async () => {
    await play('tools', (world, performance) => {
      expectAnswer(world, performance);
      const { doors, page } = performance;
      const { name, description, parameters: inputSchema } = READ_METER;
      const { answer } = world.bosses.alpha;
      const [first] = doors.asked;
      for (const [door, questions] of first!) {
        const asked = questions.map(({ tool, input }) => ({ tool, input }));
        expect([door, asked]).toEqual([door, [{ tool: name, input: { at: answer } }]]);
      }
      const told = `boss ${name} ${JSON.stringify({ at: answer })} → ${JSON.stringify(`Well, ${world.reply}`)}`;
      expect(referenceOf(doors).calls!.filter((line) => line.includes(name))).toEqual([told]);
      const readings = lastRequest('alpha.boss', doors.run).flatMap(({ toolResults }) => toolResults);
      expect(readings.flatMap((each) => (each.name === name ? [each.text] : []))).toEqual([`Well, ${world.reply}`]);
      // Nobody is offered it but the one whom that caller speaks to. A page cannot bring tools along.
      for (const agent of AGENTS) {
        const brought = agent === 'alpha.boss' ? [{ name, description, inputSchema }] : [];
        for (const { tools } of stage.requestsOf(agent, doors.run))
          expect([agent, tools.filter((tool) => tool.name === name)]).toEqual([agent, brought]);
        for (const { tools } of stage.requestsOf(agent, page.run))
          expect(tools.map((tool) => tool.name)).not.toContain(name);
      }
    });
  });

  test('shows the same cancelled run, and the next question reaches agents who know of the cancel', async () => {
    await play('stop', async (world, { place, doors, page, chat }) => {
      const trouble = world.trouble!;
      const shown = shownOf(world, trouble);
      const isAnswer = trouble.who === 'alpha.boss' && isAnswering(trouble);
      for (const run of [doors, page]) {
        const { status, answer, thoughts, retracted } = referenceOf(run);
        expect({ status, answer, retracted }).toEqual({
          status: 'cancelled',
          answer: isAnswer ? shown : '',
          retracted: [],
        });
        const said = isAnswer ? `boss: ${answer}` : `${nameOf(trouble.who)}: ${shown}`;
        expect([...thoughts!, `boss: ${answer}`]).toContain(said);
      }
      const next = await post({ ...place, key: `${place.key}, next`, question: doors.run.next }, false);
      expect(await next.json()).toMatchObject({ status: 'complete' });
      expect(await chat.say(page.run.next)).toMatchObject({ status: 'complete' });
      for (const { run } of [doors, page]) {
        expect(wordsOf(lastRequest('alpha.boss', run))).toMatch(inOrder(run.question, '::task_cancelled::', run.next));
        const own = lastRequest(trouble.who, run).filter(({ role }) => role === 'assistant');
        expect(own.map(({ text }) => text)).toContainEqual(expect.stringContaining(shown));
      }
    });
  });

  test('shows the same interrupted run, whose cut words are retracted for everybody', async () => {
    await play('interrupt', (world, performance) => {
      expectAnswer(world, performance);
      for (const each of [performance.doors, performance.page]) {
        expectTakenBack(world, each);
        expect(wordsOf(lastRequest(world.trouble!.who, each.run))).toContain('Once more');
      }
    });
  });

  test('shows the same run when a server is killed in the middle of it and started again', async () => {
    await play('kill', (world, performance) => {
      expectAnswer(world, performance);
      for (const each of [performance.doors, performance.page]) {
        expectTakenBack(world, each);
        // Whoever was cut short is asked once more at the same place: mail may have come meanwhile, but no answer of theirs.
        const answersBefore = stage
          .requestsOf(world.trouble!.who, each.run)
          .map(({ messages }) => messages.filter(({ role }) => role === 'assistant').length);
        expect(new Set(answersBefore).size).toBeLessThan(answersBefore.length);
      }
    });
  });
});

/** What the model of an agent that asks is told about it. */
function expectedReplies(world: World, agent: 'alpha.boss' | 'beta.boss'): string[] {
  const { asks, answer } = partOf(world, agent);
  const { approves, reply } = world;
  if (asks === 'nothing') return [];
  if (asks === 'a result') return [`Well, ${reply}`];
  return [approves ? `SUCCESS: ${JSON.stringify({ paid: answer })}` : `ERROR: not approved: ${reply}`];
}

/** What somebody was saying stands nowhere, and neither do they remember it. */
function expectTakenBack(world: World, { told, run }: ToldRun): void {
  const trouble = world.trouble!;
  const shown = shownOf(world, trouble);
  for (const [door, { retracted }] of told) {
    if (retracted === undefined) continue;
    expect([door, retracted]).toEqual([door, expect.arrayContaining([`${nameOf(trouble.who)}: ${shown}`])]);
  }
  const own = lastRequest(trouble.who, run).filter(({ role }) => role === 'assistant');
  expect(own.map(({ text }) => text)).not.toContain(shown);
}

function wordsOf(messages: readonly { text: string }[]): string {
  return messages.map(({ text }) => text).join('\n');
}

function inOrder(...words: string[]): RegExp {
  return new RegExp(words.map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*'));
}
