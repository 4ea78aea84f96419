import type { ScriptedMessage, ScriptedRequest } from '@posthouse/runtime/scripted';
import { checkScript } from '@posthouse/runtime/scripted/playing';
import { describe, expect, it } from 'vitest';
import { bodyOf, conformanceScript, systemPromptOf } from './conformance-script.ts';
import { type AgentName, PLAYS } from './plays.ts';

const message = (role: ScriptedMessage['role'], text = '', results: string[] = []): ScriptedMessage => ({
  role,
  text,
  toolCalls: [],
  toolResults: results.map((result) => ({ id: 'call', text: result })),
});

function ask(agent: AgentName, messages: ScriptedMessage[]) {
  const request: ScriptedRequest = {
    index: 0,
    dialect: 'in-process',
    model: 'conformance',
    stream: false,
    system: `${systemPromptOf(agent)}\nHere are details about the agents you can communicate with.`,
    messages,
    tools: [],
    toolChoice: 'required',
    headers: {},
    signal: new AbortController().signal,
  };
  return conformanceScript(request);
}

const said = message('assistant');
const complete = (text: string) => ({ toolCalls: [{ name: 'task_complete', input: { finish_message: text } }] });

describe('conformanceScript', () => {
  it('plays the lines of an agent, one for each turn it has taken', () => {
    const asked = message('user', '<body>scenario:delegate</body>');
    expect(ask('supervisor', [asked]).toolCalls?.map(({ name }) => name)).toEqual(['send_request', 'await_message']);
    expect(ask('supervisor', [asked, said, message('tool'), message('user', 'sunny')])).toEqual(complete('sunny'));
    expect(ask('weather', [asked]).toolCalls?.[0]?.name).toBe('get_weather');
    expect(ask('weather', [asked, said, message('tool')]).toolCalls?.[0]?.name).toBe('send_response');
  });

  it('begins again when another scenario is asked for', () => {
    const history = [message('user', bodyOf('delegate')), said, said, message('user', bodyOf('simple'))];
    expect(ask('supervisor', history)).toMatchObject(complete('done-simple'));
  });

  it('counts earlier questions, and answers with what people said', () => {
    const recall = message('user', bodyOf('recall'));
    expect(ask('supervisor', [recall])).toEqual(complete('remembered 1'));
    expect(ask('supervisor', [recall, said, recall])).toEqual(complete('remembered 2'));
    const paused = [message('user', bodyOf('breakpoint')), said, message('tool', '', ['yes'])];
    expect(ask('supervisor', paused)).toEqual(complete('resumed: yes'));
    const both = [message('user', bodyOf('two_breakpoints')), said, message('tool', '', ['1', '2'])];
    expect(ask('supervisor', both)).toEqual(complete('resumed: 1 and 2'));
  });

  it.each([
    (subject: string) => `<subject>${subject}</subject><body>scenario:priority</body>`,
    (subject: string) => `subject: ${subject}\n\nscenario:priority\n`,
  ])('reports the order in which it reads mail, in whatever form that comes', (toText) => {
    const text = ['high', 'middle', 'low'].map(toText).join('\n');
    expect(ask('weather', [message('user', text)]).toolCalls?.[0]?.input).toMatchObject({
      body: 'order: high middle low',
    });
    const answered = [message('user', bodyOf('priority')), said, message('user', 'order: low middle high')];
    expect(ask('supervisor', answered)).toEqual(complete('low middle high'));
    const waiting = [message('user', bodyOf('priority')), said, message('user', 'order: low')];
    expect(ask('supervisor', waiting).toolCalls?.[0]?.name).toBe('await_message');
  });

  it('stops when told to, and by itself if nobody stops it', () => {
    const asked = message('user', bodyOf('max_steps'));
    expect(ask('supervisor', [asked]).toolCalls?.[0]?.name).toBe('send_request');
    expect(ask('supervisor', [asked, said, message('user', '::maximum_steps_reached::')])).toEqual(complete('forced'));
    const rounds = Array.from({ length: 10 }, () => [said, message('user', 'pong')]).flat();
    expect(ask('supervisor', [asked, ...rounds])).toEqual(complete('not stopped'));
  });

  it('waits as long as it is asked to', () => {
    expect(ask('supervisor', [message('user', bodyOf('wait:250'))])).toEqual({
      firstDelayMs: 250,
      ...complete('waited'),
    });
  });

  it('answers messages without a scenario politely', () => {
    expect(ask('supervisor', [message('user', 'Hello!')])).toEqual(complete('The conformance swarm is here.'));
    expect(ask('supervisor', [message('user', bodyOf('constructor'))])).toEqual(
      complete('There is no scenario constructor.'),
    );
  });

  it('ends the turn of an agent without a line', () => {
    expect(ask('math', [message('user', bodyOf('simple'))]).toolCalls?.[0]?.name).toBe('ignore_broadcast');
  });

  it('consists of turns that every player accepts', () => {
    const lists = Object.values(PLAYS)
      .flatMap((play) => Object.values(play))
      .filter((lines) => typeof lines !== 'function');
    expect(lists.length).toBeGreaterThan(20);
    for (const lines of lists) expect(() => checkScript(lines)).not.toThrow();
  });
});
