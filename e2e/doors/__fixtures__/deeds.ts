import { createClient } from '@posthouse/client';
import { authorization, type Place, type Question, type Reply, TOKEN } from './door.ts';
import { takeBack } from './doors/mcp.ts';
import { cancelResponse } from './doors/openai.ts';
import { abortText } from './doors/provider.ts';
import type { World } from './world.ts';

type Watched = Pick<Place, 'url' | 'taskId'>;

/** Every way to stop a run that is not one's own page. */
export const stops: ((place: Place) => Promise<unknown>)[] = [
  ({ url, taskId }: Watched) => createClient({ baseURL: url, token: TOKEN }).cancel(taskId),
  abortText,
  cancelResponse,
  takeBack,
];

/** What a page does when somebody stops its answer. */
export async function stopChat(url: string, id: string): Promise<void> {
  const response = await fetch(`${url}/chat/${id}/stop`, { method: 'POST', headers: authorization });
  if (!response.ok) throw new Error(await response.text());
}

/** What the caller of a world says to a question. */
export function replyIn({ approves, reply }: World): (question: Question) => Reply {
  return ({ tool }) => {
    if (tool !== 'pay') return `Well, ${reply}`;
    return approves ? { approved: true } : { approved: false, reason: reply };
  };
}
