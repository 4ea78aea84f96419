import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConversation, loadPartners, stopRun } from './ask-server.ts';
import { changePartner, newChatAddress, takeChatAddress } from './chat-address.ts';
import { keepToken, takeToken } from './connection.ts';

/** The little of a browser that reading an address takes. */
function visit(address: string, kept: Record<string, string> = {}): { location: URL; kept: Record<string, string> } {
  const place = { location: new URL(address), kept };
  vi.stubGlobal('location', place.location);
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, url: string | URL) => {
      place.location = new URL(url, place.location);
      vi.stubGlobal('location', place.location);
    },
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  });
  return place;
}
afterEach(() => void vi.unstubAllGlobals());

describe('the token of the page', () => {
  test('the token is taken out of the address, and found again after a reload', () => {
    const place = visit('http://127.0.0.1/chat-page/?chat=c#token=secret');
    expect(takeToken()).toBe('secret');
    expect(place.location.href).toBe('http://127.0.0.1/chat-page/?chat=c');
    visit('http://127.0.0.1/chat-page/?chat=c', place.kept);
    expect(takeToken()).toBe('secret');
  });

  test('the token of the address comes before an older one', () => {
    visit('http://127.0.0.1/#token=new', { 'posthouse-token': 'old' });
    expect(takeToken()).toBe('new');
  });

  test('the token may be missing, and be typed instead', () => {
    const { kept } = visit('http://127.0.0.1/#other=1');
    expect(takeToken()).toBeUndefined();
    keepToken('typed');
    expect(kept).toEqual({ 'posthouse-token': 'typed' });
    expect(takeToken()).toBe('typed');
  });
});

describe('the conversation of an address', () => {
  test('the conversation is the one that the address names', () => {
    const place = visit('http://127.0.0.1/chat-page/?chat=c-1&swarm=travel');
    expect(takeChatAddress()).toEqual({ chatId: 'c-1', swarm: 'travel', agent: undefined });
    expect(place.location.search).toBe('?chat=c-1&swarm=travel');
  });

  test('an address without a conversation gets a new one, which stays the same from then on', () => {
    const place = visit('http://127.0.0.1/chat-page/?swarm=travel');
    const { chatId } = takeChatAddress();
    expect(chatId).toMatch(/^[\da-f-]{36}$/);
    expect(place.location.search).toBe(`?swarm=travel&chat=${chatId}`);
    expect(takeChatAddress()).toEqual({ chatId, swarm: 'travel', agent: undefined });
  });

  test('a new conversation has the same agent', () => {
    visit('http://127.0.0.1/chat-page/?chat=c-1');
    expect(newChatAddress({ swarm: undefined, agent: undefined })).toBe('/chat-page/');
    expect(newChatAddress({ swarm: 'a & b', agent: undefined })).toBe('/chat-page/?swarm=a+%26+b');
    expect(newChatAddress({ swarm: undefined, agent: 'pi' })).toBe('/chat-page/?agent=pi');
  });

  test('a conversation is with the agent that was chosen last, also after a reload', () => {
    const place = visit('http://127.0.0.1/chat-page/?swarm=travel&chat=c-1');
    const address = changePartner(takeChatAddress(), { kind: 'agent', name: 'pi' });
    expect(address).toEqual({ chatId: 'c-1', swarm: undefined, agent: 'pi' });
    expect(place.location.search).toBe('?chat=c-1&agent=pi');
    expect(takeChatAddress()).toEqual(address);
  });
});

describe('requests of the page to the server', () => {
  let server: Server;
  let asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
  let answer: { status: number; body: unknown };
  const connection = () => ({ api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`, token: 't' });

  beforeEach(async () => {
    asked = [];
    server = createServer(({ method, url, headers }, response) => {
      asked.push({ method, url, headers });
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('the page reads the earlier messages, under any id', async () => {
    const messages = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hello.' }] }];
    answer = { status: 200, body: { messages, before: null, status: 'complete' } };
    expect(await loadConversation(connection(), 'a/b c')).toEqual({ messages, running: false });
    expect(asked).toMatchObject([
      { method: 'GET', url: '/chat/a%2Fb%20c/messages', headers: { authorization: 'Bearer t' } },
    ]);
  });

  test('the page reads nothing for a conversation that has not begun', async () => {
    answer = { status: 404, body: { detail: 'there is no such session' } };
    expect(await loadConversation(connection(), 'c')).toEqual({ messages: [], running: false });
  });

  test('the page asks whether there is an answer to wait for', async () => {
    answer = { status: 200, body: { messages: [], before: null, status: 'running' } };
    expect(await loadConversation(connection(), 'c')).toEqual({ messages: [], running: true });
  });

  test('the page lists the agents and swarms', async () => {
    const partners = [{ name: 'pi', kind: 'agent', available: true }];
    answer = { status: 200, body: partners };
    expect(await loadPartners(connection())).toEqual(partners);
    expect(asked).toMatchObject([{ method: 'GET', url: '/chat/agents' }]);
  });

  test('the page stops an answer', async () => {
    answer = { status: 200, body: { stopped: true } };
    await stopRun(connection(), 'c');
    expect(asked).toMatchObject([{ method: 'POST', url: '/chat/c/stop' }]);
  });

  test("the page reports errors in the server's words", async () => {
    answer = { status: 401, body: { detail: 'this token is not known', code: 'unauthorized' } };
    await expect(loadConversation(connection(), 'c')).rejects.toThrow(/^this token is not known$/);
    await expect(stopRun(connection(), 'c')).rejects.toThrow(/^this token is not known$/);
  });
});
