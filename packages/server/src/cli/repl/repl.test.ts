import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../__fixtures__/test-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import type { RunningServer } from '../../start-options.ts';
import { REPL_COMMANDS } from './commands/repl-commands.ts';
import { isMemorable } from './repl-command.ts';
import { type ClientFlags, startClient } from './start-client.ts';

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-repl-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Options = { isTTY?: boolean; flags?: ClientFlags; token?: string; at?: RunningServer };

function open({ isTTY = false, flags = {}, at = server, token = at.tokens!.user }: Options = {}) {
  const terminal = testTerminal({ folder, home: folder, isTTY, environment: { NO_COLOR: '1', MAIL_API_KEY: token } });
  const ended = startClient(at.url, flags, terminal);
  return { terminal, ended };
}

/** Commands from a pipe, up to its end. */
async function pipe(lines: string[], options: Options = {}) {
  const { terminal, ended } = open(options);
  terminal.input.end(`${lines.join('\n')}\n`);
  return { code: await ended, output: terminal.said(), complaints: terminal.complained() };
}

describe('commands from a pipe', () => {
  test('commands from a pipe run one after the other, in plain lines', async () => {
    const { code, output, complaints } = await pipe(['ping', 'whoami', '', 'status', 'health', 'message hello there']);
    expect(complaints).toBe('');
    expect(output).toMatch(
      /^✓ desk 1\.0\.0 is running, MAIL 1\.3\nYou are user dev-user\.\ndesk is ready; .*\ndesk is healthy\nYou said: hello there\ntask \S+ · complete · .*\n$/,
    );
    expect(code).toBe(0);
  });

  test('commands that fail are reported, and the others still run', async () => {
    const { code, output, complaints } = await pipe([
      'mesage hi',
      'task-get nothing',
      'health-update bad',
      'ping',
      'message "half',
      'me',
    ]);
    expect(code).toBe(1);
    expect(complaints.split('\n')).toEqual([
      "posthouse: There is no command 'mesage'.",
      expect.stringContaining('Did you mean message?'),
      "posthouse: Task 'nothing' not found.",
      'posthouse: Invalid role.',
      expect.stringContaining('--api-key'),
      'posthouse: A quote (") is never closed.',
      expect.stringContaining('double quotes'),
      '',
    ]);
    expect(output).toBe('✓ desk 1.0.0 is running, MAIL 1.3\nYou are user dev-user.\n');
  });

  test('exit or quit ends the commands, whatever follows', async () => {
    expect((await pipe(['whoami', 'exit', 'ping'])).output).toBe('You are user dev-user.\n');
    expect((await pipe(['quit', 'ping'])).output).toBe('');
  });

  test('the command for a stream shows its conversation', async () => {
    const { output } = await pipe(['ms delegate this -s "A subject" -tid streamed -e boss']);
    expect(output).toMatch(
      /^boss → clerk {2}Work: this\nclerk → boss .*\nanswer: The clerk has done it\.\ntask streamed · complete/,
    );
    expect((await pipe(['m delegate that -se'])).output).toContain('boss → clerk  Work: that\n');
  });

  test('the command resume answers what a task waits for', async () => {
    const { code, output } = await pipe(['message ask ready? -tid waiting', 'resume waiting yes it is']);
    expect(code).toBe(0);
    expect(output).toContain(
      'waiting: ask_human({"question":"ready?"})\nThe task waits for an answer: resume waiting ANSWER\n',
    );
    expect(output).toContain('answer: ask_human gave yes it is\n');
  });

  test("the command message answers a waiting task in MAIL's words, too", async () => {
    const { code, output } = await pipe([
      'm ask again? -tid by-kwargs',
      `m -tid by-kwargs -rf breakpoint_tool_call -k '{"breakpoint_tool_call_result": "sure"}' ""`,
    ]);
    expect(code).toBe(0);
    expect(output).toContain('ask_human gave sure\n');
  });

  test('commands list, show, follow and cancel tasks', async () => {
    const { code, output } = await pipe([
      'm one -tid t-one',
      'tsg',
      'tg t-one',
      'follow t-one',
      'f',
      'cancel t-one',
      'm x -n annex -tid t-annex',
      'tg t-annex -n annex',
    ]);
    expect(code).toBe(0);
    expect(output).toMatch(/^t-one {2}complete {2}\d{4}-.* events/m);
    expect(output.match(/^answer: You said: one$/gm)).toHaveLength(2);
    expect(output).toContain('Task t-one is complete.\n');
    expect(output).toMatch(/^t-annex {2}complete/m);
  });

  test('commands log in and out', async () => {
    const { code, output, complaints } = await pipe([
      `login ${server.tokens!.admin}`,
      'hu fine',
      'logout',
      'me',
      'login wrong',
    ]);
    expect(code).toBe(1);
    expect(output).toBe('You are admin dev-admin.\ndesk is now fine\nYou have no token now.\n');
    expect(complaints).toContain('posthouse: No API key provided.\n');
    expect(complaints).toContain('posthouse: Invalid API key.\n');
    await pipe(['hu healthy'], { token: server.tokens!.admin });
  });

  test('commands list, dump and load swarms', async () => {
    const swarm = {
      name: 'loaded',
      version: '1.0.0',
      entrypoint: 'a',
      agents: [
        {
          name: 'a',
          comm_targets: [],
          enable_entrypoint: true,
          can_complete_tasks: true,
          agent_params: { llm: 'openai/gpt-5-mini' },
        },
      ],
    };
    await writeFile(join(folder, 'swarm.json'), JSON.stringify(swarm));
    // A server of its own: the loaded swarm is its default from then on.
    await using at = await startTestServer();
    const admin = { at, token: at.tokens!.admin };
    const { output, code } = await pipe(['sg', 'swarm-dump', 'sl @swarm.json', `sl '${JSON.stringify(swarm)}'`], admin);
    expect(code).toBe(0);
    expect(output).toMatch(/^desk 1\.3 {2}http/m);
    expect(output).toContain('desk is in the log of the server.\n');
    expect(output.match(/^loaded is loaded\.$/gm)).toHaveLength(2);
    expect((await pipe(['status'], admin)).output).toContain('loaded is ready');
    expect((await pipe(['sl @none.json'], admin)).complaints).toContain('The file cannot be read');
  });

  test("the command responses speaks OpenAI's dialect", async () => {
    const { code, output } = await pipe([`responses "hello" '[]'`]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ object: 'response', model: 'desk' });
  });

  test.each([
    ['message-interswarm "hi" supervisor', "'supervisor' does not name agents of other swarms."],
    [`message-interswarm "hi" '["supervisor"]'`, '\'["supervisor"]\' does not name agents of other swarms.'],
    [`message-interswarm "hi" '[5]'`, "'[5]' does not name agents of other swarms."],
    ['message hi -k {}x', '--kwargs is not JSON.'],
    ['message hi -k []', '--kwargs must be a JSON object'],
    [`message hi -k '{"tiemout": 1}'`, "--kwargs has no 'tiemout'."],
    ['message hi -t shout', '--msg-type is one of request, response'],
    ['message hi --no-such', "'message' has no option --no-such."],
    ['message', "'message' needs BODY"],
    ['cancel', 'There is no last task yet'],
    ['responses "x" {}', 'TOOLS must be a JSON list.'],
  ])('a wrong command is refused: %s', async (line, sentence) => {
    const { code, complaints } = await pipe([line]);
    expect([code, complaints]).toEqual([1, expect.stringContaining(sentence)]);
  });

  test('commands explain themselves', async () => {
    const { output } = await pipe(['help', '?', 'help ms', 'ms --help']);
    for (const { names } of REPL_COMMANDS) expect(output).toContain(`  ${names[0]}`);
    expect(output.match(/^Usage: message-stream BODY… \[options\]$/gm)).toHaveLength(2);
    expect(output.match(/^Examples:\n {2}message-stream/gm)).toHaveLength(2);
  });
});

describe('message-interswarm (Q26)', () => {
  test('accepts several targets and sends each in the right field', async () => {
    const sent: unknown[] = [];
    const fake = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (String(input).endsWith('/interswarm/message')) sent.push(JSON.parse(String(init?.body)));
      return new Response('{"detail":"stop here"}', { status: 400, headers: { 'Content-Type': 'application/json' } });
    });
    try {
      await pipe(['mi "the body" one@beta,two@gamma secret-token', 'mi body one@beta']);
    } finally {
      fake.mockRestore();
    }
    expect(sent).toEqual([
      { body: 'the body', targets: ['one@beta', 'two@gamma'], user_token: 'secret-token', msg_type: 'broadcast' },
      { body: 'body', targets: ['one@beta'], user_token: server.tokens!.user, msg_type: 'request' },
    ]);
  });
});

describe('JSON output of the prompt', () => {
  test('JSON output is one object per line, for answers, events and errors', async () => {
    const { output, complaints, code } = await pipe(['whoami', 'ms hi -tid j', 'nonsense', 'task-get none'], {
      flags: { json: true },
    });
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(complaints).toBe('');
    expect(code).toBe(1);
    expect(lines[0]).toEqual({ id: 'dev-user', role: 'user' });
    expect(lines).toContainEqual({ event: 'result', task_id: 'j', status: 'complete', response: 'You said: hi' });
    expect(lines.at(-2)).toMatchObject({ error: "There is no command 'nonsense'." });
    expect(lines.at(-1)).toMatchObject({ error: "Task 'none' not found.", code: 'task_not_found' });
  });

  test('a single answer with -v is printed as it came', async () => {
    expect(JSON.parse((await pipe(['health -v'])).output)).toMatchObject({ swarm_name: 'desk' });
    expect(JSON.parse((await pipe(['me'], { flags: { verbose: true } })).output)).toEqual({
      id: 'dev-user',
      role: 'user',
    });
  });
});

describe('the prompt at a terminal', () => {
  const PROMPT = 'mail::user:dev-user@127.0.0.1> ';

  /** What the terminal shows of its last line. */
  function lastLine(text: string): string {
    return text
      .split('\n')
      .at(-1)!
      .split('\u001B[0J')
      .at(-1)!
      .replaceAll(/\p{Cc}\[\d*[A-Z]/gu, '');
  }

  async function prompted(terminal: { said(): string }, text = PROMPT): Promise<void> {
    await vi.waitFor(() => expect(lastLine(terminal.said())).toBe(text), 10_000);
  }

  test('clears the line on Ctrl-C, and leaves on Ctrl-D', async () => {
    const { terminal, ended } = open({ isTTY: true });
    await prompted(terminal);
    expect(terminal.said()).toContain('Type help for help');
    terminal.input.write('some garbage');
    await prompted(terminal, `${PROMPT}some garbage`);
    terminal.input.write('\u0003');
    await prompted(terminal);
    terminal.input.write('whoami\r');
    await vi.waitFor(() => expect(terminal.said()).toContain('You are user dev-user.\n'), 10_000);
    await prompted(terminal);
    terminal.input.write('\u0004');
    expect(await ended).toBe(0);
    expect(terminal.complained()).toBe('');
  });

  test('cancels the running task on Ctrl-C, and keeps what was typed meanwhile', async () => {
    const { terminal, ended } = open({ isTTY: true });
    await prompted(terminal);
    terminal.input.write('ms wait\r');
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait({})'), 10_000);
    await vi.waitFor(() => expect(terminal.said()).toMatch(/boss working · [\d ]+ tokens · \d+ s/), 10_000);
    terminal.input.write('ping');
    terminal.input.write('\u0003');
    await vi.waitFor(() => expect(terminal.said()).toMatch(/cancelled: .*\n[\s\S]*task \S+ · cancelled/), 10_000);
    await prompted(terminal, `${PROMPT}ping`);
    expect(terminal.said().match(/ping/g)).toHaveLength(1);
    terminal.input.write('\r');
    await vi.waitFor(() => expect(terminal.said()).toContain('✓ desk'), 10_000);
    terminal.input.write('exit\r');
    expect(await ended).toBe(0);
  });

  test('lets a breakpoint be answered in place or left for later', async () => {
    const { terminal, ended } = open({ isTTY: true });
    await prompted(terminal);
    terminal.input.write('m ask Shall I? -tid in-place\r');
    await prompted(terminal, 'answer (leave empty to answer later)> ');
    expect(terminal.said()).toContain('waiting: ask_human({"question":"Shall I?"})\n');
    terminal.input.write('\u0003');
    await vi.waitFor(
      () => expect(terminal.said()).toContain('The task waits for an answer: resume in-place ANSWER\n'),
      10_000,
    );
    await prompted(terminal);
    terminal.input.write('resume\r');
    await prompted(terminal, 'answer (leave empty to answer later)> ');
    terminal.input.write('by all means\r');
    await vi.waitFor(() => expect(terminal.said()).toMatch(/ask_human gave by all means\n/), 10_000);
    await prompted(terminal);
    terminal.input.write('\u0004');
    expect(await ended).toBe(0);
  });

  test('stops following on Ctrl-C, and the task continues', async () => {
    const { terminal, ended } = open({ isTTY: true });
    await prompted(terminal);
    void fetch(`${server.url}/message`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.tokens!.user}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ body: 'wait', task_id: 'watched' }),
    });
    await vi.waitFor(async () => {
      const answer = await fetch(`${server.url}/tasks/watched`, {
        headers: { Authorization: `Bearer ${server.tokens!.user}` },
      });
      expect(answer.status).toBe(200);
    }, 10_000);
    terminal.input.write('follow watched\r');
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait({})'), 10_000);
    terminal.input.write('\u0003');
    await vi.waitFor(
      () => expect(terminal.said()).toContain('Task watched keeps running; watch it with: follow watched\n'),
      10_000,
    );
    await prompted(terminal);
    terminal.input.write('cancel watched\r');
    await vi.waitFor(() => expect(terminal.said()).toContain('Task watched is cancelled.\n'), 10_000);
    terminal.input.write('\u0004');
    expect(await ended).toBe(0);
  });

  test('leaves a running task alone when it is closed', async () => {
    const { terminal, ended } = open({ isTTY: true });
    await prompted(terminal);
    terminal.input.write('ms wait -tid left-alone\r');
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait({})'), 10_000);
    terminal.input.write('\u0004');
    expect(await ended).toBe(0);
    expect(terminal.said()).toContain('Task left-alone keeps running; watch it with: follow left-alone\n');
    expect((await pipe(['tg left-alone', 'c left-alone'])).output).toMatch(/left-alone {2}running[\s\S]*is cancelled/);
  });

  test('completes commands, agents and tasks with Tab', async () => {
    await pipe(['m hi -tid a-known-task']);
    const { terminal, ended } = open({ isTTY: true });
    await prompted(terminal);
    terminal.input.write('whoa\t');
    await prompted(terminal, `${PROMPT}whoami `);
    terminal.input.write('\u0003');
    await prompted(terminal);
    terminal.input.write('message hi -e cl\t');
    await prompted(terminal, `${PROMPT}message hi -e clerk `);
    terminal.input.write('\u0003');
    await prompted(terminal);
    terminal.input.write('task-get a-kn\t');
    await prompted(terminal, `${PROMPT}task-get a-known-task `);
    terminal.input.write('\u0003');
    await prompted(terminal);
    terminal.input.write('help tas\t');
    await prompted(terminal, `${PROMPT}help task`);
    terminal.input.write('\t');
    await vi.waitFor(() => expect(terminal.said()).toMatch(/tasks-get\s+task-get/), 10_000);
    terminal.input.write('\u0003\u0004');
    expect(await ended).toBe(0);
  });

  test('remembers lines between sessions, but never those with tokens', async () => {
    const first = open({ isTTY: true });
    await prompted(first.terminal);
    first.terminal.input.write(
      `whoami\rlogin ${server.tokens!.user}\rnonsense\rsr x http://127.0.0.1:1 top-secret\rping\r\u0004`,
    );
    expect(await first.ended).toBe(0);
    const path = join(folder, '.local/state/posthouse/history');
    expect(await readFile(path, 'utf8')).toBe('whoami\nping\n');
    const second = open({ isTTY: true });
    await prompted(second.terminal);
    second.terminal.input.write('\u001B[A\u001B[A');
    await prompted(second.terminal, `${PROMPT}whoami`);
    second.terminal.input.write('\u0003\u0004');
    expect(await second.ended).toBe(0);
  });

  test('keeps no history of a pipe', async () => {
    await pipe(['ping']);
    expect(existsSync(join(folder, '.local'))).toBe(false);
  });

  test('shows only the host when no valid token is given', async () => {
    const { terminal, ended } = open({ isTTY: true, token: 'wrong' });
    await prompted(terminal, 'mail@127.0.0.1> ');
    terminal.input.write(`login ${server.tokens!.user}\r`);
    await prompted(terminal);
    terminal.input.write('\u0004');
    expect(await ended).toBe(0);
  });
});

test('commands that take tokens are marked as such', () => {
  expect(REPL_COMMANDS.filter((each) => !isMemorable(each)).map(({ names }) => names[0])).toEqual([
    'message-interswarm',
    'login',
    'swarm-register',
    'swarm-approve',
  ]);
});

test('no two commands share a name', () => {
  const names = REPL_COMMANDS.flatMap((each) => each.names);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(
      'ping p health h health-update hu login l logout lo whoami me id status s message m msg message-stream ms msg-s message-interswarm mi msg-i swarms-get sg swarm-register sr swarm-dump sd swarm-load-from-json sl responses r resp tasks-get tsg task-get tg cancel resume follow'.split(
        ' ',
      ),
    ),
  );
});
