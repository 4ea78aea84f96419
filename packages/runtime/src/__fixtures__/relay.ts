import { agent } from '../definitions/agent.ts';
import { readMail, type ScriptedModel, type ScriptedRequest, type ScriptedTurn, scripted } from '../scripted/index.ts';
import { swarm, type Swarm } from '../swarm.ts';

export type RelayTown = { swarm: Swarm; model: ScriptedModel };

/**
 * A swarm whose boss passes errands on. An errand is a word, how far it has come, and where it goes from here, such as
 * `apple/0 beta gamma`; whoever it goes nowhere from answers, and answers go all the way back. So the words of a prompt tell
 * which errands the model knows of, and nothing has to be remembered but the prompt.
 */
export function relayTown(name: string, others: readonly string[]): RelayTown {
  const model = scripted((request) => relay(request), { modelId: `boss of ${name}` });
  const boss = agent({
    name: 'boss',
    model,
    commTargets: others.filter((other) => other !== name).map((other) => `boss@${other}`),
    enableEntrypoint: true,
    enableInterswarm: true,
    canCompleteTasks: true,
  });
  return {
    swarm: swarm({ name, version: '1.0.0', entrypoint: 'boss', enableInterswarm: true, agents: [boss] }),
    model,
  };
}

export const errand = (word: string, ...path: string[]): string => [`${word}/0`, ...path].join(' ');

const ERRAND = /^(\w+)\/(\d+)((?: \w+)*)$/;
type Errand = { word: string; step: number; path: string[]; from: string; isUsers: boolean };

/** The words of all errands that a prompt knows of, in their order. */
export function wordsOf(request: Pick<ScriptedRequest, 'messages'>): string[] {
  const text = JSON.stringify(request.messages).replaceAll(String.raw`\n`, ' ');
  return [...new Set([...text.matchAll(/(\w+)\/\d+/g)].map(([, word]) => word!))];
}

function relay({ messages }: ScriptedRequest): ScriptedTurn {
  const mails = messages.flatMap(({ text }) => readMail(text).mail);
  const errands = mails.flatMap(({ body, from, fromType }): Errand[] => {
    const [, word, step, path] = ERRAND.exec(body) ?? [];
    if (word === undefined) return [];
    return [{ word, step: Number(step), path: path!.split(' ').slice(1), from, isUsers: fromType !== 'agent' }];
  });
  const news = readMail(messages.at(-1)?.text ?? '').mail;
  const calls = news.flatMap(({ body, subject }) => {
    const [, word, step] = ERRAND.exec(body) ?? [];
    if (word !== undefined) {
      return act(errands.findLast((each) => each.word === word && each.step === Number(step))!);
    }
    const [, done, at] = /^(\w+)\/(\d+)$/.exec(subject) ?? [];
    const asked = errands.findLast((each) => each.word === done && each.step === Number(at) - 1);
    return asked === undefined ? [] : answer(asked);
  });
  return { toolCalls: calls.length > 0 ? calls : [{ name: 'ignore_broadcast', input: { reason: null } }] };
}

function act(asked: Errand) {
  const [next, ...rest] = asked.path;
  if (next === undefined) return answer(asked);
  const id = `${asked.word}/${asked.step + 1}`;
  return [{ name: 'send_request', input: { target: `boss@${next}`, subject: id, body: [id, ...rest].join(' ') } }];
}

function answer({ word, step, from, isUsers }: Errand) {
  const text = `done: ${word}/${step}`;
  return isUsers
    ? [{ name: 'task_complete', input: { finish_message: text } }]
    : [{ name: 'send_response', input: { target: from, subject: `${word}/${step}`, body: text } }];
}
