import { mcpClientAt } from '../../../../packages/server/src/doors/__fixtures__/mcp-client.ts';
import { until } from '../../../../packages/server/src/__fixtures__/until.ts';
import type { Account } from '../account.ts';
import { type Door, type Place, type Question, type Reply, SWARM, TOKEN } from '../door.ts';
import { recorded } from './watchers.ts';

/** Much longer than anything takes, also on a machine that is busy. */
const LONG = 300_000;

type Structured = {
  status: string;
  response: string;
  open_calls?: { call_id: string; tool: string; input: unknown }[];
};

/** A program of MCP. Every session begins to count its requests anew, so replies come in sessions of their own. */
async function callTool(
  place: Pick<Place, 'url'>,
  input: object,
  session?: string,
): Promise<{ told: Structured; progress: string[] }> {
  await using connection = await mcpClientAt(place.url, TOKEN, session === undefined ? {} : { sessionId: session });
  const progress: string[] = [];
  const { structuredContent } = await connection.client.callTool({ name: SWARM, arguments: { ...input } }, undefined, {
    onprogress: ({ message }) => void progress.push(message ?? ''),
    timeout: LONG,
  });
  return { told: structuredContent as Structured, progress };
}

function toAccount({ status, response, open_calls: open }: Structured): Account {
  if (status === 'cancelled') return { status };
  if (status !== 'paused') return { status, answer: response };
  const questions = open!.map(({ call_id: callId, tool, input }): Question => ({ callId, tool, input }));
  return { status, questions };
}

/** Posts the message; a program of MCP cannot declare tools, and finds a run that has some by what it was given. */
function findRun(place: Place): ReturnType<typeof callTool> {
  const { taskId, given, session } = place;
  if (given !== undefined) return callTool(place, { task_id: taskId, tool_results: given });
  return callTool(place, { message: place.question }, session);
}

/** The lines of progress of a run, all of them at once: nobody waits for it any more. */
export async function readProgress(place: Place): Promise<string[]> {
  return (await findRun(place)).progress;
}

/** Takes the call back, as soon as something is told of it. */
export async function takeBack(place: Place): Promise<void> {
  await using connection = await mcpClientAt(place.url, TOKEN, { sessionId: place.session });
  const controller = new AbortController();
  const call = { name: SWARM, arguments: { message: place.question } };
  const options = { signal: controller.signal, timeout: LONG, onprogress: () => controller.abort() };
  await connection.client.callTool(call, undefined, options).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  // What says so to the server is on its way, and would be lost with the connection.
  await until(async () => (await recorded(place)) === 'cancelled', LONG);
}

export const mcpDoor: Door = {
  name: 'MCP',
  // The client of MCP goes on waiting when its server has gone.
  noticesCuts: false,
  declaresTools: false,
  open: (place) => {
    let last: Account;
    return {
      ask: async () => (last = toAccount((await findRun(place)).told)),
      reply: async (toReply: (question: Question) => Reply) => {
        const results = last.questions!.map((each) => ({ call_id: each.callId, content: toReply(each) }));
        const { told } = await callTool(place, { task_id: place.taskId, tool_results: results });
        return (last = toAccount(told));
      },
    };
  },
};
