import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ScriptedLLM, startScriptedLLM } from './scripted-llm.ts';

const chat = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello?' }] };

async function post(llm: ScriptedLLM, path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return await fetch(llm.url + path, { method: 'POST', body: text, ...init });
}

/** Posts, expects a refusal, and gives its message. */
async function refusalOf(llm: ScriptedLLM, path: string, body: unknown, init?: RequestInit) {
  const response = await post(llm, path, body, init);
  const { error } = (await response.json()) as { error: { message: string } };
  return { status: response.status, message: error.message };
}

describe('a scripted LLM server', () => {
  it('listens on a free port of this machine only by default', async () => {
    await using llm = await startScriptedLLM({ script: [] });
    expect(llm.url).toBe(`http://127.0.0.1:${llm.port}`);
    expect(llm.port).toBeGreaterThan(0);
  });

  it('listens on the given host and port', async () => {
    const first = await startScriptedLLM({ script: [] });
    await first.close();
    await using second = await startScriptedLLM({ script: [{ text: 'Hello.' }], port: first.port, host: '::1' }).catch(
      // Not every machine has the newer protocol.
      () => startScriptedLLM({ script: [{ text: 'Hello.' }], port: first.port, host: 'localhost' }),
    );
    expect(second.port).toBe(first.port);
    expect((await post(second, '/v1/chat/completions', chat)).status).toBe(200);
  });

  it('fails when it cannot listen', async () => {
    await using llm = await startScriptedLLM({ script: [] });
    await expect(startScriptedLLM({ script: [], port: llm.port })).rejects.toThrow('EADDRINUSE');
  });

  it('checks the script before it listens', async () => {
    await expect(startScriptedLLM({ script: [{ txt: '' } as object] })).rejects.toThrow("A turn has no 'txt'");
  });

  it('gives each request an id in the header of its dialect', async () => {
    await using llm = await startScriptedLLM({ script: [{ text: 'a' }, { text: 'b' }] });
    const first = await post(llm, '/v1/chat/completions', chat);
    const second = await post(llm, '/v1/messages', { ...chat, max_tokens: 5 });
    expect(first.headers.get('x-request-id')).toBe('req_0');
    expect(second.headers.get('request-id')).toBe('req_1');
  });

  it('lists a model to both kinds of client', async () => {
    await using llm = await startScriptedLLM({ script: [] });
    expect(await (await fetch(`${llm.url}/v1/models`)).json()).toMatchObject({
      object: 'list',
      data: [{ id: 'scripted' }],
    });
    const headers = { 'anthropic-version': '2023-06-01' };
    expect(await (await fetch(`${llm.url}/v1/models`, { headers })).json()).toMatchObject({
      data: [{ type: 'model' }],
    });
    expect(llm.requests).toEqual([]);
  });

  it('answers many requests at once, each with its own turn', async () => {
    await using llm = await startScriptedLLM({
      script: ({ messages }) => ({ text: messages[0]?.text ?? '', chunkSize: 1, delayMs: 1 }),
    });
    const questions = Array.from({ length: 30 }, (_, at) => `Question ${at}?`);
    const answers = await Promise.all(
      questions.map(async (content) => {
        const response = await post(llm, '/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content }] });
        return ((await response.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content;
      }),
    );
    expect(answers).toEqual(questions);
    expect(llm.requests.map(({ index }) => index)).toEqual([...questions.keys()]);
  });

  it('prints one line about each request', async () => {
    const lines: string[] = [];
    const llm = await startScriptedLLM({ script: [{ text: 'a' }], log: (line) => lines.push(line) });
    await (await post(llm, '/v1/chat/completions', { ...chat, stream: true })).text();
    await (await fetch(`${llm.url}/v1/models`)).text();
    await (await post(llm, '/v1/responses', { model: 'gpt-5', input: 'x' })).text();
    await expect(llm.close()).rejects.toThrow('an unexpected request');
    expect(lines).toEqual([
      '0 POST /v1/chat/completions openai-chat gpt-5 streaming 200 finished',
      '- GET /v1/models 200 finished',
      '1 POST /v1/responses openai-responses gpt-5 400 finished',
    ]);
  });
});

describe('the record of requests', () => {
  it('a record has the request as it came and as the script saw it', async () => {
    await using llm = await startScriptedLLM({ script: [{ text: 'Hello.' }] });
    await (await post(llm, '/v1/chat/completions', chat, { headers: { 'X-Trace': 'abc' } })).text();
    const request = llm.requests[0]!;
    expect(await request.closed).toBe('finished');
    expect(request).toMatchObject({
      index: 0,
      dialect: 'openai-chat',
      model: 'gpt-5',
      stream: false,
      messages: [{ role: 'user', text: 'Hello?' }],
      headers: { 'x-trace': 'abc' },
      body: chat,
      closedBy: 'finished',
    });
    expect(request.signal.aborted).toBe(false);
  });

  it('the record says that the client closed the connection', async () => {
    await using llm = await startScriptedLLM({
      script: [{ text: 'Hello.', fault: { kind: 'stall', afterChunks: 1 } }],
    });
    const client = new AbortController();
    const response = await post(llm, '/v1/chat/completions', { ...chat, stream: true }, { signal: client.signal });
    expect(response.status).toBe(200);
    client.abort();
    const request = await llm.received(0);
    expect(await request.closed).toBe('client-closed');
    expect(request.signal.aborted).toBe(true);
    expect(request.closedAt!.getTime()).toBeGreaterThanOrEqual(request.receivedAt.getTime());
  });

  it('the record says that the script dropped the connection', async () => {
    await using llm = await startScriptedLLM({
      script: [{ text: 'Hello.', fault: { kind: 'dropped-socket', afterChunks: 1 } }],
    });
    const response = await post(llm, '/v1/chat/completions', { ...chat, stream: true });
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await llm.requests[0]?.closed).toBe('server-dropped');
  });

  it('keeps what came before a dropped connection', async () => {
    await using llm = await startScriptedLLM({
      script: [{ text: 'abcdef', chunkSize: 1, fault: { kind: 'dropped-socket', afterChunks: 4 } }],
    });
    const response = await post(llm, '/v1/chat/completions', { ...chat, stream: true });
    let received = '';
    const reading = (async () => {
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) received += piece;
    })();
    await expect(reading).rejects.toThrow('terminated');
    expect([...received.matchAll(/"content":"(.)"/g)].map(([, letter]) => letter).join('')).toBe('abcd');
  });
});

describe('closing the server', () => {
  it.each([0, 1])('closing ends a stall after %i chunks at once', async (afterChunks) => {
    const llm = await startScriptedLLM({ script: [{ text: 'Hello.', fault: { kind: 'stall', afterChunks } }] });
    const asked = post(llm, '/v1/chat/completions', { ...chat, stream: true })
      .then((response) => response.text())
      .catch((error: unknown) => error);
    const request = await llm.received(0);
    await llm.close();
    expect(await request.closed).toBe('server-dropped');
    expect(await asked).toBeInstanceOf(TypeError);
  });

  it('closing does not wait for a script function', async () => {
    const llm = await startScriptedLLM({ script: () => new Promise(() => {}) });
    const asked = post(llm, '/v1/chat/completions', chat).catch((error: unknown) => error);
    await llm.received(0);
    await llm.close();
    expect(await asked).toBeInstanceOf(TypeError);
  });

  it('closing does not wait for idle or half-open connections', async () => {
    const llm = await startScriptedLLM({ script: [] });
    const socket = connect(llm.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(llm.close()).resolves.toBeUndefined();
    socket.destroy();
  });

  it('a server may be closed several times', async () => {
    const llm = await startScriptedLLM({ script: [] });
    await Promise.all([llm.close(), llm.close()]);
    await llm[Symbol.asyncDispose]();
    await expect(fetch(`${llm.url}/v1/models`)).rejects.toThrow('fetch failed');
  });

  it('closing throws a failure once, so that a test can look for it', async () => {
    const test = async (): Promise<void> => {
      await using llm = await startScriptedLLM({ script: [] });
      await post(llm, '/v1/chat/completions', chat);
      await expect(llm.close()).rejects.toThrow('an unexpected request');
    };
    await expect(test()).resolves.toBeUndefined();
  });
});

describe('an unexpected request', () => {
  it('an unexpected request fails a test that does not look for it', async () => {
    const test = async (): Promise<void> => {
      await using llm = await startScriptedLLM({ script: [{ text: 'Hello.' }] });
      await post(llm, '/v1/chat/completions', chat);
      await post(llm, '/v1/chat/completions', chat).catch(() => 'swallowed');
    };
    await expect(test()).rejects.toThrow(/Unexpected request 1: the script has 1 turn, all played\..*user: "Hello\?"/s);
  });

  it.each([
    ['/v1/chat/completions', chat],
    ['/v1/responses', { model: 'gpt-5', input: 'Hello?' }],
    ['/v1/messages', { ...chat, max_tokens: 5 }],
  ])('an unexpected request gets an error that is not retried, from %s', async (path, body) => {
    const llm = await startScriptedLLM({ script: [] });
    const { status, message } = await refusalOf(llm, path, body);
    expect(status).toBe(400);
    expect(message).toContain('Unexpected request 0: the script has 0 turns, all played.');
    expect(message).toContain('user: "Hello?"');
    await expect(llm.close()).rejects.toThrow(message);
  });

  it('a request whose turn expects something else is unexpected, and the error shows both', async () => {
    const llm = await startScriptedLLM({
      script: [{ text: '3', expect: { tools: ['add'], lastUserText: /1 and 2/, system: 'Add.' } }],
    });
    const { status, message } = await refusalOf(llm, '/v1/chat/completions', chat);
    expect(status).toBe(400);
    expect(message).toContain(`Unexpected request 0: it is not what its turn expects.
  system
    expected: "Add."
    received: ""
  lastUserText
    expected: /1 and 2/
    received: "Hello?"
  tools
    expected: "add"
    received: none`);
    await expect(llm.close()).rejects.toThrow('expected: "add"');
  });

  it('a request for which the function of the script fails is unexpected', async () => {
    const script = (): never => {
      throw new Error('I know only sums.');
    };
    const llm = await startScriptedLLM({ script });
    expect((await refusalOf(llm, '/v1/chat/completions', chat)).message).toContain('I know only sums.');
    await expect(llm.close()).rejects.toThrow('I know only sums.');
  });

  it('unused turns are a failure, too, if asked for', async () => {
    await using llm = await startScriptedLLM({ script: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
    await post(llm, '/v1/chat/completions', chat);
    await post(llm, '/v1/chat/completions', chat);
    expect(() => llm.assertClean()).toThrow('The script has 3 turns, but there were only 2 requests.');
  });

  it('never shows the key of the client', async () => {
    const llm = await startScriptedLLM({ script: [] });
    const headers = { authorization: 'Bearer secret-key', 'x-api-key': 'secret-key' };
    const { message } = await refusalOf(llm, '/v1/chat/completions', chat, { headers });
    expect(message).not.toContain('secret-key');
    await expect(llm.close()).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret-key') }),
    );
  });
});

describe('hostile input', () => {
  let llm: ScriptedLLM;

  beforeEach(async () => {
    llm = await startScriptedLLM({ script: () => ({ text: 'Hello.' }), maxBodyBytes: 1000 });
  });

  afterEach(async () => {
    await llm.close().catch((error: unknown) => error);
  });

  it.each([
    ['POST', '/', 404, 'There is no POST / here, only POST /v1/chat/completions'],
    ['POST', '/v1/embeddings', 404, 'There is no POST /v1/embeddings here'],
    ['GET', '/v1/messages', 405, '/v1/messages takes POST, not GET.'],
    ['PUT', '/v1/responses', 405, '/v1/responses takes POST, not PUT.'],
    ['POST', '/v1/models', 405, '/v1/models takes GET, not POST.'],
  ])('a hostile request is refused and recorded: %s %s with %i', async (method, path, status, sentence) => {
    const response = await fetch(llm.url + path, { method });
    expect(response.status).toBe(status);
    const body = (await response.json()) as { type: string; error: { message: string } };
    expect(body.error.message).toContain(sentence);
    expect(body.type).toBe('error');
    expect(llm.failures.map(({ message }) => message)).toEqual([expect.stringContaining(sentence)]);
  });

  it('a refused method is answered with the allowed one', async () => {
    expect((await fetch(`${llm.url}/v1/messages`)).headers.get('allow')).toBe('POST');
  });

  it.each([
    ['nothing', '', 'The body is not JSON'],
    ['no JSON', '{"model":', 'The body is not JSON'],
    ['a list', '[]', 'The body must be an object.'],
    ['null', 'null', 'The body must be an object.'],
    ['no messages', '{"model":"m"}', 'messages must be a list.'],
    ['no model', '{"messages":[]}', 'model must be a string.'],
  ])('a request is refused with 400 and recorded if the body is %s', async (_name, body, sentence) => {
    const { status, message } = await refusalOf(llm, '/v1/chat/completions', body);
    expect(status).toBe(400);
    expect(message).toContain(`Unexpected request: POST /v1/chat/completions: ${sentence}`);
    expect(llm.failures).toHaveLength(1);
    expect(llm.requests).toEqual([]);
  });

  it.each(['/v1/chat/completions', '/v1/responses', '/v1/messages'])(
    'a request is refused with 413 if the body is too large for %s',
    async (path) => {
      const { status, message } = await refusalOf(llm, path, 'x'.repeat(2_000_000));
      expect(status).toBe(413);
      expect(message).toContain('The body is larger than the limit of 1000 bytes.');
      expect(llm.failures).toHaveLength(1);
    },
  );

  it('a client that leaves before its body is complete is no failure', async () => {
    const socket = connect(llm.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half');
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(llm.failures).toEqual([]);
    expect((await post(llm, '/v1/chat/completions', chat)).status).toBe(200);
  });

  it('input that is not HTTP gets an answer, and does no harm', async () => {
    const socket = connect(llm.port, '127.0.0.1');
    socket.write('\u0000\u0001 hello?\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect((await post(llm, '/v1/chat/completions', chat)).status).toBe(200);
  });

  it('any JSON gets an answer, and the server stays up', async () => {
    const path = fc.constantFrom('/v1/chat/completions', '/v1/responses', '/v1/messages');
    const fields = fc.record(
      {
        model: fc.oneof(fc.constant('m'), fc.jsonValue()),
        max_tokens: fc.oneof(fc.constant(5), fc.jsonValue()),
        messages: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
        input: fc.jsonValue(),
        tools: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
        tool_choice: fc.jsonValue(),
        stream: fc.boolean(),
        stream_options: fc.jsonValue(),
        include: fc.jsonValue(),
        system: fc.jsonValue(),
        text: fc.jsonValue(),
      },
      { requiredKeys: ['model'] },
    );
    await fc.assert(
      fc.asyncProperty(path, fc.oneof(fields, fc.jsonValue()), async (where, body) => {
        const response = await post(llm, where, body);
        expect([200, 400, 413]).toContain(response.status);
        expect((await response.text()).length).toBeGreaterThan(0);
      }),
    );
    expect((await post(llm, '/v1/chat/completions', chat)).status).toBe(200);
    expect(llm.failures.filter(({ message }) => message.includes('server failed'))).toEqual([]);
  });
});

describe('a huge answer', () => {
  it('a huge answer arrives whole, however slowly it is read', async () => {
    await using llm = await startScriptedLLM({ script: [{ hugeText: { bytes: 5_000_000 } }] });
    const response = await post(llm, '/v1/chat/completions', { ...chat, stream: true });
    let received = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      received += piece;
      if (received.length % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const lines = received.split('\n\n').filter((line) => line.startsWith('data: {'));
    const text = lines
      .map(
        (line) =>
          (JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '',
      )
      .join('');
    expect(text).toHaveLength(5_000_000);
    expect(text.split('\n', 78_000).at(-1)).toMatch(/^line 77999 /);
  });

  it('a huge answer stops when the client leaves', async () => {
    await using llm = await startScriptedLLM({ script: [{ hugeText: { bytes: 50_000_000 } }] });
    const client = new AbortController();
    const response = await post(
      llm,
      '/v1/messages',
      { ...chat, max_tokens: 5, stream: true },
      { signal: client.signal },
    );
    await response.body!.getReader().read();
    client.abort();
    expect(await llm.requests[0]?.closed).toBe('client-closed');
  });
});
