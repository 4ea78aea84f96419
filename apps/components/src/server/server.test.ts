import { expect, test, vi } from 'vitest';
import { Refusal, Server } from './server.ts';
import { toDetails, toProblemText } from './to-problem-text.ts';

const answering = (...answers: (Response | Error)[]) =>
  vi.fn<typeof fetch>(async () => {
    const next = answers.shift() ?? Response.json({});
    if (next instanceof Error) throw next;
    return next;
  });

test('Server sends the token, and returns the answer', async () => {
  const fetched = answering(Response.json({ a: 1 }));
  using server = new Server({ base: 'http://here', token: 'secret', fetch: fetched });
  expect(await server.ask('/ui/swarms', { method: 'POST', body: { b: 2 } })).toEqual({ a: 1 });
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe('http://here/ui/swarms');
  expect(init).toMatchObject({ method: 'POST', body: '{"b":2}', headers: { Authorization: 'Bearer secret' } });
});

test('Server sends a form as the browser encodes it, and other bodies unchanged', async () => {
  const fetched = answering(new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } }));
  using server = new Server({ base: '', token: 'secret', fetch: fetched });
  const form = new FormData();
  form.set('name', 'resume');
  const answer = await server.open('/resumes', { method: 'POST', body: form });
  expect(await answer.text()).toBe('%PDF');
  const [, init] = fetched.mock.calls[0]!;
  expect(init?.body).toBe(form);
  expect(init?.headers).toEqual({ Authorization: 'Bearer secret' });
});

test('Server adds the given headers to every request, asked for each time', async () => {
  const fetched = answering();
  let language = 'en';
  using server = new Server({ base: '', token: 't', fetch: fetched, headers: () => ({ 'Accept-Language': language }) });
  await server.ask('/a');
  language = 'zh';
  await server.ask('/b');
  const sent = fetched.mock.calls.map(([, init]) => init?.headers);
  expect(sent).toEqual([
    { Authorization: 'Bearer t', 'Accept-Language': 'en' },
    { Authorization: 'Bearer t', 'Accept-Language': 'zh' },
  ]);
});

test('Server rejects with the code of an error', async () => {
  const refused = Response.json({ error: 'Not now.', code: 'conversation_busy' }, { status: 409 });
  using server = new Server({ base: '', token: '', fetch: answering(refused, new Response('?', { status: 500 })) });
  await expect(server.ask('/x')).rejects.toMatchObject({ code: 'conversation_busy', message: 'Not now.' });
  await expect(server.ask('/x')).rejects.toMatchObject({ code: undefined });
});

test('Server rejects with the words of the refusal', async () => {
  using server = new Server({
    base: '',
    token: '',
    fetch: answering(Response.json({ detail: 'no such task' }, { status: 404 })),
  });
  const refusal = await server.ask('/tasks/x').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ status: 404, message: 'no such task' });
  expect(server.state).toBe('online');
});

test('Server recognises that its token is not accepted', async () => {
  using server = new Server({ base: '', token: '', fetch: answering(new Response('', { status: 401 })) });
  const heard = vi.fn<() => void>();
  server.subscribe(heard);
  await expect(server.ask('/whoami')).rejects.toThrow('401');
  expect([server.state, heard.mock.calls.length]).toEqual(['refused', 1]);
});

test('Server does not take a missing role for a bad token', async () => {
  const refused = Response.json({ detail: 'invalid role' }, { status: 401 });
  using server = new Server({ base: '', token: '', fetch: answering(refused) });
  await expect(server.ask('/swarms/peers')).rejects.toThrow('invalid role');
  expect(server.state).toBe('online');
});

test('Server notices that the connection is gone, and retries until it is back', async () => {
  const gone = new TypeError('Failed to fetch');
  const fetched = answering(gone, gone, new Response('', { status: 503 }), Response.json({}));
  using server = new Server({ base: '', token: '', fetch: fetched, retryMs: 1 });
  const states: string[] = [];
  server.subscribe(() => states.push(server.state));
  await expect(server.ask('/whoami')).rejects.toThrow('Failed to fetch');
  await vi.waitFor(() => expect(states).toEqual(['lost', 'online']), { timeout: 10_000 });
  expect(fetched.mock.calls.slice(1).map(([url]) => url)).toEqual(['/health/live', '/health/live', '/health/live']);
});

test('Server does not take an aborted request for a lost connection', async () => {
  const aborter = new AbortController();
  aborter.abort();
  using server = new Server({ base: '', token: '', fetch: answering(new Error('aborted')) });
  await expect(server.ask('/x', { signal: aborter.signal })).rejects.toThrow('aborted');
  expect(server.state).toBe('online');
});

test('Server notifies nobody after it is disposed of', async () => {
  const server = new Server({ base: '', token: '', fetch: answering(new Error('gone')) });
  const heard = vi.fn<() => void>();
  const leave = server.subscribe(heard);
  leave();
  server[Symbol.dispose]();
  await expect(server.ask('/x')).rejects.toThrow('gone');
  expect([heard.mock.calls.length, server.state]).toEqual([0, 'online']);
});

test.each([
  ['{"detail":"not today"}', 'not today'],
  ['{"error":"not today","code":"busy"}', 'not today'],
  ['{"detail":7}', 'The server answered with 500.'],
  ['{"error":{}}', 'The server answered with 500.'],
  ['<html>', 'The server answered with 500.'],
  ['', 'The server answered with 500.'],
])('the body %s is reported as: %s', (body, text) => {
  expect(toProblemText(body, 500)).toBe(text);
});

test.each([
  ['{"details":[{"path":"a.0","message":"no"},{"path":1},null]}', [{ path: 'a.0', message: 'no' }]],
  ['{"details":7}', []],
  ['null', []],
  ['<html>', []],
])('the details of %s are read as far as they are valid', (body, details) => {
  expect(toDetails(body)).toEqual(details);
});
