import { parseArgs } from 'node:util';
import { PosthouseError } from '@posthouse/protocol';
import { startServer } from '@posthouse/server';
import { referenceLibrary } from '../reference-library.ts';
import { chooseModel } from './choose-model.ts';
import { type ExampleName, isExampleName, loadExample } from './offline-swarm.ts';
import { SAMPLE_QUESTIONS } from './sample-questions.ts';

/** Starts the server that `npm start` is. Says what is wrong with its arguments, if anything is. */
export async function serveExamples(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      model: { type: 'string' },
      database: { type: 'string' },
      fast: { type: 'boolean' },
    },
  });
  const [name = 'example-no-proxy'] = positionals;
  if (!isExampleName(name)) {
    console.error(`There is no example '${name}'. Choose one of ${Object.keys(SAMPLE_QUESTIONS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }

  const { model, sentence } = chooseModel(values.model, process.env);
  const swarms = await Promise.all(
    (Object.keys(SAMPLE_QUESTIONS) as ExampleName[]).map((each) =>
      loadExample(each, { ...(model === undefined ? {} : { model }), delayMs: values.fast === true ? 0 : 40 }),
    ),
  );
  try {
    await startServer(swarms, {
      defaultSwarm: name,
      library: referenceLibrary,
      ...(values.port === undefined ? {} : { port: Number(values.port) }),
      ...(values.database === undefined ? {} : { databaseURL: values.database }),
    });
    console.log(`${sentence}\nAsk it: ${SAMPLE_QUESTIONS[name]}`);
  } catch (error) {
    if (!PosthouseError.isInstance(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
