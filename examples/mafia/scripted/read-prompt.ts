import { readMail, type ScriptedRequest } from '@posthouse/runtime/scripted';

/** Something that was said, as a prompt shows it. */
export type Heard = { isPublic: boolean; from: string; body: string };

/** What stands in the newest prompt of a step: what was said since the last one, and what is asked now. */
export type Situation = { heard: Heard[]; question: string };

/** Reads a prompt as a model would, with nothing to go by but its words. */
export function readPrompt({ messages }: Pick<ScriptedRequest, 'messages'>): Situation {
  return readText(messages.findLast((message) => message.role === 'user')?.text ?? '');
}

/** Everything that was ever said to the reader. */
export function readAll({ messages }: Pick<ScriptedRequest, 'messages'>): Heard[] {
  return messages.filter((message) => message.role === 'user').flatMap((message) => readText(message.text).heard);
}

function readText(text: string): Situation {
  const { mail, rest } = readMail(text);
  return { heard: mail.map(({ kind, from, body }) => ({ isPublic: kind === 'public', from, body })), question: rest };
}

/** The names that a question offers: `Choose one of: A, B.` */
export function choicesOf(question: string, label = 'Choose one of'): string[] {
  const names = new RegExp(`${label}: ([^.]*)\\.`).exec(question)?.[1] ?? '';
  return names.split(', ').filter((name) => name !== '' && name !== 'nobody');
}

/** The last of some names that a text mentions: whoever decides says so at the end. */
export function lastNameIn(text: string, names: readonly string[]): string | undefined {
  const places = names.map((name) => ({ name, at: text.lastIndexOf(name) })).filter(({ at }) => at >= 0);
  return places.toSorted((one, other) => other.at - one.at)[0]?.name;
}
