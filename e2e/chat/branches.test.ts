import { describe, expect, test } from 'vitest';
import { type ChatHost, openInstance } from './__fixtures__/chat-host.ts';
import { answerOf, ask, rawChat } from './__fixtures__/raw-chat.ts';

/** Says how often it was asked and what it remembers, so that no two answers are the same. */
const remember = ({ prompt, times }: { prompt: string; times: number }) => {
  const known = ['red', 'green', 'blue', 'white'].filter((word) => prompt.includes(word));
  return [{ say: `${times}: ${known.join(' ')}` }];
};

async function openPainter() {
  const host = await openInstance({ play: remember });
  const chat = rawChat(host);
  for (const [id, text] of [
    ['u1', 'red'],
    ['u2', 'green'],
    ['u3', 'blue'],
  ] as const) {
    await answerOf(await chat.post(ask(id, text)));
  }
  return { host, ...chat, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

const again = (messageId: string | undefined, last = ask('u1', 'red')) => ({
  ...last,
  trigger: 'regenerate-message',
  ...(messageId === undefined ? {} : { messageId }),
});

describe('a regenerated answer', () => {
  test('any message may be answered again, which drops what came after it', async () => {
    await using stage = await openPainter();
    const { id } = (await stage.messages())[3]!;
    expect(await answerOf(await stage.post(again(id)))).toBe('4: red green');
    expect(await stage.texts()).toEqual(['red', '1: red', 'green', '4: red green']);
    expect(await answerOf(await stage.post(ask('u4', 'white')))).toBe('5: red green white');
  });

  test('a new answer may be requested by the message it answers', async () => {
    await using stage = await openPainter();
    expect(await answerOf(await stage.post(again('u1')))).toBe('4: red');
    expect(await stage.texts()).toEqual(['red', '4: red']);
  });

  test('the last message is answered again when nothing is named', async () => {
    await using stage = await openPainter();
    expect(await answerOf(await stage.post(again(undefined, ask('u3', 'blue'))))).toBe('4: red green blue');
    expect((await stage.messages()).map(({ id }) => id).filter((id) => id.startsWith('u'))).toEqual(['u1', 'u2', 'u3']);
  });

  test('a message that never arrived gets its first answer', async () => {
    await using stage = await openPainter();
    expect(await answerOf(await stage.post(again(undefined, ask('u9', 'white'))))).toBe('4: red green blue white');
  });

  test('a regenerated answer starts the session when its first message never arrived', async () => {
    await using host = await openInstance();
    const { post, texts } = rawChat(host);
    expect(await answerOf(await post(again(undefined, ask('u1', 'hello'))))).toBe('You wrote: hello');
    expect(await texts()).toEqual(['hello', 'You wrote: hello']);
    expect((await host.call('/chat/sessions/chat-1')).body.title).toBe('hello');
  });

  test('a new answer to an unknown message is refused, and changes nothing', async () => {
    await using stage = await openPainter();
    const answer = await stage.post(again('invented'));
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_input' }]);
    expect(await stage.texts()).toHaveLength(6);
  });

  test('an answer is not generated again for a page that still shows the old one', async () => {
    await using stage = await openPainter();
    const old = (await stage.messages())[5]!.id;
    await answerOf(await stage.post(again(old)));
    await answerOf(await stage.post(ask('u4', 'white')));
    expect(await answerOf(await stage.post(again(old)))).toBe('4: red green blue');
    expect((await stage.texts()).at(-1)).toBe('5: red green blue white');
    expect(stage.host.model.asked).toBe(5);
  });

  test('regenerating stops the answer that is being written, unless that is not wanted', async () => {
    await using host = await openInstance();
    const { post, resume, texts } = rawChat(host);
    const first = await post(ask('u1', 'slow gate'));
    await host.gates.reached('gate');
    const { messageId } = JSON.parse(/data: (\{"type":"start".*\})/.exec(await headOf(await resume()))![1]!) as {
      messageId: string;
    };
    const refused = await post({ ...again(messageId, ask('u1', 'slow gate')), whenBusy: 'reject' });
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'session_busy' }]);
    const second = await post(again(messageId, ask('u1', 'slow gate')));
    expect(await first.text()).toContain('"type":"abort"');
    host.gates.open('gate');
    expect(await answerOf(second)).toBe('Once upon a time there was an end.');
    expect(await texts()).toEqual(['slow gate', 'Once upon a time there was an end.']);
  });
});

describe('an edited message', () => {
  test('an edited message replaces all that followed it', async () => {
    await using stage = await openPainter();
    expect(await answerOf(await stage.post(ask('u2', 'white', { messageId: 'u2' })))).toBe('4: red white');
    expect(await stage.texts()).toEqual(['red', '1: red', 'white', '4: red white']);
  });

  test('an edited message may change back and forth, and is a new question every time', async () => {
    await using stage = await openPainter();
    const edit = async (text: string) => answerOf(await stage.post(ask('u3', text, { messageId: 'u3' })));
    expect([await edit('white'), await edit('blue'), await edit('white')]).toEqual([
      '4: red green white',
      '5: red green blue',
      '6: red green white',
    ]);
    expect(await stage.texts()).toEqual(['red', '1: red', 'green', '2: red green', 'white', '6: red green white']);
  });
});

describe('a message that waited when the answer before it was stopped', () => {
  async function openStopped() {
    const prompts: string[] = [];
    const host = await openInstance({
      play: ({ body, prompt }) => {
        prompts.push(prompt);
        return body === 'cats' ? [{ say: 'Cats ' }, { wait: 'gate' }] : [{ say: `Heard ${body}` }];
      },
    });
    const chat = rawChat(host);
    const first = await chat.post(ask('u1', 'cats'));
    await host.gates.reached('gate');
    const second = await chat.post(ask('u2', 'dogs'));
    await host.call('/chat/chat-1/stop', { method: 'POST' });
    await Promise.all([answerOf(first), answerOf(second)]);
    /** How often the model was told a word, when it was last asked. */
    const told = (word: string): number => prompts.at(-1)!.split(word).length - 1;
    return { ...chat, told, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
  }

  test('a message that waited stays where it was when a later answer is regenerated', async () => {
    await using stage = await openStopped();
    await answerOf(await stage.post(ask('u3', 'owls')));
    expect(await answerOf(await stage.post(again(undefined, ask('u3', 'owls'))))).toBe('Heard owls');
    expect(await stage.texts()).toEqual(['cats', 'Cats ', 'dogs', 'owls', 'Heard owls']);
    expect([stage.told('cats'), stage.told('dogs'), stage.told('owls')]).toEqual([1, 1, 1]);
  });

  test('a message that waited is answered together with what it waited for when it is asked again', async () => {
    await using stage = await openStopped();
    expect(await answerOf(await stage.post(again(undefined, ask('u2', 'dogs'))))).toContain('Heard dogs');
    expect(await stage.texts()).toEqual(['cats', 'dogs', expect.stringContaining('Heard dogs')]);
    expect([stage.told('cats'), stage.told('dogs'), stage.told('Cats ')]).toEqual([1, 1, 0]);
  });

  test('a message that waited can be edited, and the old words reach nobody', async () => {
    await using stage = await openStopped();
    expect(await answerOf(await stage.post(ask('u2', 'owls', { messageId: 'u2' })))).toContain('Heard owls');
    expect(await stage.texts()).toEqual(['cats', 'owls', expect.stringContaining('Heard owls')]);
    expect([stage.told('cats'), stage.told('dogs'), stage.told('owls')]).toEqual([1, 0, 1]);
  });
});

describe('a session with many branches', () => {
  test('an earlier message that is sent again is not taken for a new one', async () => {
    await using stage = await openPainter();
    await answerOf(await stage.post(ask('u3', 'white', { messageId: 'u3' })));
    expect(await answerOf(await stage.post(ask('u1', 'red')))).toBe('1: red');
    expect(await answerOf(await stage.post(ask('u3', 'white')))).toBe('4: red green white');
    expect(stage.host.model.asked).toBe(4);
    expect(await stage.texts()).toHaveLength(6);
  });

  test('keeps the tasks that were left', async () => {
    await using stage = await openPainter();
    const before = await taskOf(stage.host);
    await answerOf(await stage.post(ask('u1', 'white', { messageId: 'u1' })));
    expect(await taskOf(stage.host)).not.toBe(before);
    expect((await stage.host.call(`/tasks/${before}`)).body.status).toBe('complete');
  });

  test('a session has pages of messages through all branches', async () => {
    await using stage = await openPainter();
    await answerOf(await stage.post(ask('u3', 'white', { messageId: 'u3' })));
    const all = (await stage.messages()).map(({ id }) => id);
    const seen: string[] = [];
    for (let before: string | null = ''; before !== null;) {
      const query = before === '' ? '' : `&before=${encodeURIComponent(before)}`;
      const { body } = await stage.host.call(`/chat/chat-1/messages?limit=2${query}`);
      seen.unshift(...body.messages.map(({ id }: { id: string }) => id));
      before = body.before;
    }
    expect(seen).toEqual(all);
  });
});

describe('a message that continues after a pause', () => {
  test('a message is resumed whole, with what was said before the pause', async () => {
    await using host = await openInstance({
      play: ({ result }) =>
        result === undefined
          ? [{ think: 'Which way?' }, { call: 'ask_human', input: { q: 'which' } }]
          : [{ say: `${result}, ` }, { wait: 'gate' }, { say: 'then.' }],
    });
    const { post, resume, messages } = rawChat(host);
    await (await post(ask('u1', 'go'))).text();
    expect((await resume()).status).toBe(204);
    const [, asked] = await messages();
    const parts = asked!.parts.map((part) =>
      part.type === 'dynamic-tool' ? { ...part, state: 'output-available', output: 'left' } : part,
    );
    const going = await post({ id: 'chat-1', messages: [{ ...asked, parts }] });
    await host.gates.reached('gate');
    const resumed = await resume();
    host.gates.open('gate');
    const [continued, whole] = [await going.text(), await resumed.text()];
    expect(continued).not.toContain('Which way?');
    expect(whole).toContain('Which way?');
    for (const text of [continued, whole]) {
      expect(text).toContain(`"messageId":"${asked!.id}"`);
      expect(text).toContain('then.');
    }
    expect((await messages()).map(({ id }) => id)).toEqual(['u1', asked!.id]);
  });
});

describe('the branches of a session', () => {
  type Place = { messageId: string; branches: string[]; current: number };
  const placesOf = async ({ host }: { host: ChatHost }): Promise<Place[]> =>
    (await host.call('/chat/chat-1/branches')).body.places;
  const moveTo = (token: string, api: string, taskId: unknown): Promise<Response> =>
    fetch(`${api}/chat-1/branch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ taskId }),
    });

  test('all branches can be opened again and continued', async () => {
    await using stage = await openPainter();
    expect(await placesOf(stage)).toEqual([]);
    const move = (taskId: unknown) => moveTo(stage.host.token, stage.host.api, taskId);
    await answerOf(await stage.post(ask('u2', 'white', { messageId: 'u2' })));
    await answerOf(await stage.post(again((await stage.messages())[3]!.id)));
    const [place] = await placesOf(stage);
    expect(place).toMatchObject({ messageId: 'u2', current: 2 });
    expect(place!.branches).toHaveLength(3);
    expect(place!.branches[2]).toBe(await taskOf(stage.host));

    expect(await (await move(place!.branches[0])).json()).toMatchObject({ id: 'chat-1', taskId: place!.branches[0] });
    expect(await stage.texts()).toEqual(['red', '1: red', 'green', '2: red green', 'blue', '3: red green blue']);
    await move(place!.branches[1]);
    expect(await stage.texts()).toEqual(['red', '1: red', 'white', '4: red white']);
    await move(place!.branches[2]);
    expect(await stage.texts()).toEqual(['red', '1: red', 'white', '5: red white']);
    expect(await answerOf(await stage.post(ask('u4', 'blue')))).toBe('6: red blue white');
    await move(place!.branches[0]);
    expect(await placesOf(stage)).toEqual([{ ...place, current: 0 }]);
    expect(await answerOf(await stage.post(ask('u5', 'white')))).toBe('7: red green blue white');
  });

  test('branches become one more when the same place is regenerated again', async () => {
    await using stage = await openPainter();
    const old = (await stage.messages())[5]!.id;
    const first = await taskOf(stage.host);
    expect(await answerOf(await stage.post(again(old)))).toBe('4: red green blue');
    await moveTo(stage.host.token, stage.host.api, first);
    expect(await answerOf(await stage.post(again(old)))).toBe('5: red green blue');
    expect(await placesOf(stage)).toMatchObject([{ messageId: 'u3', current: 2 }]);
    // A page that asks a second time, because it did not hear the answer, gets that one.
    expect(await answerOf(await stage.post(again(old)))).toBe('5: red green blue');
    expect(stage.host.model.asked).toBe(5);
  });

  test('branches belong to their session only', async () => {
    await using stage = await openPainter();
    for (const taskId of ['invented', '', 7, undefined]) {
      const answer = await moveTo(stage.host.token, stage.host.api, taskId);
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_input' }]);
    }
    expect(await stage.texts()).toHaveLength(6);
  });

  test('branches cannot be switched while an answer is being written', async () => {
    await using host = await openInstance();
    const { post, texts } = rawChat(host);
    await answerOf(await post(ask('u1', 'first')));
    const first = await taskOf(host);
    const going = await post(ask('u1', 'slow gate', { messageId: 'u1' }));
    await host.gates.reached('gate');
    const refused = await moveTo(host.token, host.api, first);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'session_busy' }]);
    host.gates.open('gate');
    await answerOf(going);
    expect((await moveTo(host.token, host.api, first)).status).toBe(200);
    expect((await texts())[0]).toBe('first');
  });
});

/** The first piece of a stream; the rest is left. */
async function headOf(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value!).toString();
}

async function taskOf(host: ChatHost): Promise<string> {
  return (await host.call('/chat/sessions/chat-1')).body.taskId;
}
