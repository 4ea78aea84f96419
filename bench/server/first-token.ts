import type { Address } from './throughput.ts';

/** Milliseconds until the first piece of the answer arrives, asking the model itself and asking the server. */
export async function firstTokens(
  model: Address,
  server: Address,
  rounds: number,
): Promise<{ direct: number[]; served: number[] }> {
  const direct: number[] = [];
  const served: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    direct.push(await timeModel(model));
    served.push(await timeTo(/event: (token|tool_call)/, () => askServer(server)));
  }
  return { direct, served };
}

/** Milliseconds until the first piece of an answer arrives from the model itself. */
export function timeModel(model: Address): Promise<number> {
  return timeTo(/function_call_arguments\.delta/, () => askModel(model));
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
}

async function timeTo(sign: RegExp, ask: () => Promise<Response>): Promise<number> {
  const start = performance.now();
  const answer = await ask();
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const decoder = new TextDecoder();
  let text = '';
  let found: number | undefined;
  for await (const chunk of answer.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (found === undefined && sign.test(text)) found = performance.now() - start;
  }
  if (found === undefined) throw new Error(`nothing came but ${text}`);
  return found;
}

function askServer({ url, token }: Address): Promise<Response> {
  return fetch(`${url}/message`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'Say something.', swarm: 'speaking', stream: 'tokens' }),
  });
}

function askModel({ url }: Address): Promise<Response> {
  const parameters = {
    type: 'object',
    properties: { finish_message: { type: 'string' } },
    required: ['finish_message'],
  };
  return fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model: 'scripted',
      stream: true,
      input: [
        { role: 'system', content: 'You answer.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Say something.' }] },
      ],
      tools: [
        { type: 'function', name: 'task_complete', description: 'Completes the task.', parameters, strict: false },
      ],
    }),
  });
}
