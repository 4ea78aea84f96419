/**
 * Puts a question to one of the example swarms and shows how its agents work it out.
 *
 *   node examples/run.ts [swarm] [question] [--model openai/gpt-5-mini] [--database file.db] [--fast]
 *
 * Everything is kept in the database. If this program is killed in the middle, start it again: it goes on where it was.
 */
import { parseArgs } from 'node:util';
import { SwarmInstance } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { Conversation } from './runner/conversation.ts';
import { isExampleName, loadExample } from './runner/offline-swarm.ts';
import { SAMPLE_QUESTIONS } from './runner/sample-questions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    database: { type: 'string', default: 'posthouse.db' },
    fast: { type: 'boolean' },
  },
});
const [name = 'example-no-proxy', question] = positionals;
if (!isExampleName(name)) {
  console.error(`There is no example '${name}'. Choose one of ${Object.keys(SAMPLE_QUESTIONS).join(', ')}.`);
  process.exit(2);
}

const definition = await loadExample(name, {
  model: values.model,
  delayMs: values.fast === true ? 0 : 40,
});
await using store = await openStore(`sqlite:${values.database}`);
// An unfinished task is under way again as soon as the instance is open.
await using instance = await SwarmInstance.open(definition, { store, userId: 'you' });
const unfinished = (await instance.tasks()).find((task) => task.openRun !== null);

const taskId = unfinished?.taskId ?? (await instance.submit({ body: question ?? SAMPLE_QUESTIONS[name] })).taskId;
console.log(
  unfinished === undefined
    ? `The swarm '${name}' is working; ${values.model ?? 'its models are scripted, and nothing leaves this machine'}.`
    : `The swarm '${name}' continues where it was stopped.`,
);
console.log(`Stop it with kill -9 ${process.pid} and start it again: nothing is lost.\n`);

const run = { taskId, swarm: definition.name, run: unfinished?.openRun ?? 1 };
const conversation = new Conversation(run, (text) => process.stdout.write(text));
let outcome = 'complete';
for await (const event of instance.follow(taskId, { tokens: values.fast !== true })) {
  conversation.show(event);
  if (event.type === 'run-ended') outcome = event.outcome;
}
console.log(`\n\nTask ${taskId} is stored in ${values.database}.`);
process.exitCode = outcome === 'complete' ? 0 : 1;
