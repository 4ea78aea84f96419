import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { readWholeTask, type WholeTask } from '../__fixtures__/check-task.ts';
import { Fuse } from '../__fixtures__/fuse.ts';
import { OWNER, Stage } from '../__fixtures__/stage.ts';
import { registerScriptedModel } from '../models/providers/scripted-models.ts';
import { scripted } from '../scripted/index.ts';
import { readTurn } from '../task/turn-data.ts';
import { round } from './__fixtures__/table.ts';
import { whispers, WHISPERS } from './__fixtures__/whispers.ts';

/** Everything an agent was ever told: in turns, and in its buffer. */
function heardBy(name: string, { done, mail }: WholeTask): string[] {
  const read = done.filter((turn) => turn.agent === name).flatMap((turn) => readTurn(turn).inputs);
  const unread = mail.filter((each) => each.mailbox === name).map((each) => each.message);
  return [...read, ...unread]
    .filter(({ message }) => message.sender.addressType === 'agent')
    .map(({ message }) => message.body);
}

async function crashAt(moment: number): Promise<{ survived: boolean; problems: string[]; heard: string[][] }> {
  await using stage = await Stage.open();
  const fuse = new Fuse(moment);
  const survived = await stage.play(whispers, fuse);
  const where = `crash ${moment}, ${fuse.moments.at(-1)}`;
  if (!survived) await stage.play(whispers, new Fuse());
  const task = await stage.store.find(OWNER, WHISPERS);
  const whole = await readWholeTask(stage.store, task!.key);
  return {
    survived,
    problems: (await stage.problems()).map((problem) => `${where}: ${problem}`),
    heard: ['host', 'ann', 'ben', 'cleo'].map((name) => heardBy(name, whole).toSorted()),
  };
}

/** How far apart the moments are at which a process dies: a quick run looks at some of them. */
const STEP = process.env.TEST_FULL === '1' ? 1 : 4;

test('steps come to the same end wherever a process dies, and private mail stays with its readers', async () => {
  for (let moment = 1; ; moment += STEP) {
    const { survived, problems, heard } = await crashAt(moment);
    expect(problems).toEqual([]);
    expect(heard, `after moment ${moment}`).toEqual([
      ['a secret for two', 'for everyone'],
      ['Everyone knows.', 'a secret for two', 'for everyone'],
      ['Everyone knows.', 'a secret for ben', 'for everyone'],
      ['Everyone knows.'],
    ]);
    if (survived) return;
  }
});

const NEVER = () => new Promise<never>(() => undefined);

test('buffers survive the process that filled them', async () => {
  await using store = await openStore('sqlite::memory:');
  const first = await round({ ann: ['Remember this.'] }).instantiate({ store, mode: 'manual' });
  const { taskId } = await first.submit({ body: 'Begin.' });
  await first.manualStep({ taskId, target: 'ann' });
  await first.shutdown();
  const recalls = ({ inputs }: { inputs: { message: { body: string } }[] }) => ({ text: inputs[0]!.message.body });
  await using second = await round({ ben: [recalls] }).instantiate({ store, mode: 'manual' });
  expect(await second.manualStep({ taskId, target: 'ben' })).toMatchObject({ text: 'Remember this.' });
});

test('a step is repeated with its named model, and fails clearly when its model was an object', async () => {
  await using store = await openStore('sqlite::memory:');
  const first = await round({}).instantiate({ store, mode: 'manual' });
  const { taskId } = await first.submit({ body: 'Begin.' });
  const stuck = scripted([{ text: 'late', firstDelayMs: 60_000 }]);
  using _ = registerScriptedModel('patient', scripted([{ text: 'slow', firstDelayMs: 60_000 }, { text: 'In time.' }]));
  const named = await first.submitStep({ taskId, target: 'ann', model: 'scripted/patient', system: 'Be quick.' });
  const object = await first.submitStep({ taskId, target: 'ben', model: stuck });
  await stuck.received(0);
  await first.shutdown({ drainMs: 0 });

  await using second = await round({ ann: [NEVER], ben: ['On my own.'] }).instantiate({ store, mode: 'manual' });
  expect(await second.stepResult(named)).toMatchObject({ status: 'done', text: 'In time.' });
  const failure = { code: 'model_failed', message: expect.stringContaining('scripted/scripted as an object') };
  await expect(second.stepResult(object)).rejects.toMatchObject(failure);
  expect(await second.manualStep({ taskId, target: 'ben' })).toMatchObject({ text: 'On my own.' });
});

test('an idle task in a manual run stays idle in the next process', async () => {
  await using store = await openStore('sqlite::memory:');
  const first = await round({}).instantiate({ store, mode: 'manual' });
  const { taskId } = await first.submit({ body: 'Begin.' });
  await first.shutdown();
  await using second = await round({}).instantiate({ store, mode: 'automatic' });
  await second.awaitQueueEmpty(taskId);
  const task = await second.task(taskId);
  expect((await store.read(task!.key, 0, 100)).entries).toHaveLength(2);
});

test('a run keeps its mode, although an instance of the other mode works on it', async () => {
  await using store = await openStore('sqlite::memory:');
  await using manual = await round({ host: ['Quietly.'] }).instantiate({ store, mode: 'manual' });
  const { taskId } = await manual.submit({ body: 'Begin.' });
  await using automatic = await round({ host: [NEVER] }).instantiate({ store });
  await automatic.submit({ body: 'Hurry up!', taskId });
  await expect(automatic.submit({ body: 'b', taskId, recipients: ['ann'] })).rejects.toThrow('in manual mode only');
  expect(await manual.manualStep({ taskId, target: 'host' })).toMatchObject({ text: 'Quietly.' });
  const other = await automatic.submit({ body: 'Go.' });
  await expect(manual.manualStep({ taskId: other.taskId, target: 'ann' })).rejects.toThrow('not in manual mode');
  await automatic.shutdown({ drainMs: 0 });
});

test('a step can be requested in one process and answered in another', async () => {
  await using store = await openStore('sqlite::memory:');
  await using owner = await round({ ann: ['From afar.'] }).instantiate({ store, mode: 'manual' });
  const { taskId } = await owner.submit({ body: 'Begin.' });
  await using visitor = await round({ ann: [NEVER] }).instantiate({ store, mode: 'manual' });
  expect(await visitor.manualStep({ taskId, target: 'ann' })).toMatchObject({ text: 'From afar.' });
  const model = scripted([{ text: 'never asked' }]);
  await expect(visitor.manualStep({ taskId, target: 'ben', model })).rejects.toThrow('as an object');
});
