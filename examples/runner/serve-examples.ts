import { parseArgs } from 'node:util';
import { startServer } from '@posthouse/server';
import { chooseModel } from './choose-model.ts';
import { travelSwarm } from '../travel/travel-swarm.ts';
import { type ExampleName, loadExample } from './offline-swarm.ts';
import { pageRoutes, toPageURL } from './page-routes.ts';
import { SAMPLE_QUESTIONS } from './sample-questions.ts';
import { sayMistake } from './say-mistake.ts';

const PAGE = '/chat-page/';
/** A server is also for swarms that ask back, which a program that only shows an answer has no use for. */
const QUESTIONS: Readonly<Record<string, string>> = { ...SAMPLE_QUESTIONS, travel: 'Please fly me to Lima.' };

/** Starts the server that `npm start` is. Says what is wrong with its arguments, if anything is. */
export async function serveExamples(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      model: { type: 'string' },
      database: { type: 'string' },
      fast: { type: 'boolean' },
      page: { type: 'string' },
    },
  });
  const [name = 'example-no-proxy'] = positionals;
  if (!Object.hasOwn(QUESTIONS, name)) {
    console.error(`There is no example '${name}'. Choose one of ${Object.keys(QUESTIONS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }

  const { model, sentence } = chooseModel(values.model, process.env);
  const playing = { model, delayMs: values.fast === true ? 0 : 40 };
  const names = Object.keys(SAMPLE_QUESTIONS) as ExampleName[];
  const swarms = [...(await Promise.all(names.map((each) => loadExample(each, playing)))), travelSwarm(playing)];
  try {
    const server = await startServer(swarms, {
      defaultSwarm: name,
      questions: QUESTIONS,
      ...(values.port === undefined ? {} : { port: Number(values.port) }),
      databaseURL: values.database,
      ...(values.page === undefined ? {} : { extend: await pageRoutes(PAGE, values.page) }),
    });
    console.log(`${sentence}\nAsk it: ${QUESTIONS[name]}`);
    if (values.page !== undefined) console.log(`\nIn a browser: ${toPageURL(server, PAGE)}`);
  } catch (error) {
    sayMistake(error);
  }
}
