import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLogger, type RunningServer, startServer } from '@posthouse/server';
import { chooseModel } from '../runner/choose-model.ts';
import { Conversation } from '../runner/conversation.ts';
import { sayMistake } from '../runner/say-mistake.ts';
import { keepIntroduced } from './keep-introduced.ts';
import { harbourSwarm, lighthouseSwarm } from './town-swarms.ts';

/** Where servers leave a note for each other; both are started in the same folder. */
const FOLDER = '.posthouse';
const QUESTION = 'Can the Marigold sail at noon?';

const TOWNS = {
  harbour: { toSwarm: harbourSwarm, port: 8001, other: 'lighthouse', question: QUESTION },
  lighthouse: { toSwarm: lighthouseSwarm, port: 8002, other: 'harbour', question: 'How deep is the water at 18:00?' },
} as const;

/** Starts one of the two servers. Says what is wrong with its arguments, if anything is. */
export async function serveTown(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string' }, model: { type: 'string' }, fast: { type: 'boolean' } },
  });
  const [name = '', question = QUESTION] = positionals;
  if (!isTown(name)) {
    console.error(`Which server? Choose one of ${Object.keys(TOWNS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const { toSwarm, port, other, question: sample } = TOWNS[name];
  const { model, sentence } = chooseModel(values.model, process.env);
  try {
    const server = await startServer(toSwarm({ model, delayMs: values.fast === true ? 0 : 40 }), {
      port: values.port === undefined ? port : Number(values.port),
      databaseURL: `sqlite:${name}.db`,
      developmentFolder: join(FOLDER, name),
      auth: 'development',
      // What the other one does while it is away is no news here.
      logger: createLogger({ level: 'error' }),
    });
    console.log(`${sentence}\nAsk it: ${sample}\n`);
    console.log(`Waiting for the ${other}: npm run start:${other}, in another terminal.`);
    let hasAsked = name !== 'harbour';
    const onMet = (): void => {
      console.log(`The ${name} and the ${other} are connected.`);
      if (!hasAsked) void ask(server, question);
      hasAsked = true;
    };
    void keepIntroduced({ server, own: name, other, folder: join(FOLDER, other), onMet });
  } catch (error) {
    sayMistake(error);
  }
}

/** Asks our own swarm something, and shows everything that is done for it, here and there. */
async function ask({ served }: RunningServer, question: string): Promise<void> {
  const instance = served.instance({ role: 'user', id: 'you', token: '' });
  const { taskId } = await instance.submit({ body: question });
  const run = { taskId, swarm: instance.owner.swarm, run: 1 };
  const conversation = new Conversation(run, (text) => process.stdout.write(text));
  console.log('');
  for await (const event of instance.follow(taskId, { tokens: true })) conversation.show(event);
  console.log(`\n\nCtrl-C stops this server. Until then, you can ask it more with the commands above.`);
}

function isTown(name: string): name is keyof typeof TOWNS {
  return Object.hasOwn(TOWNS, name);
}
