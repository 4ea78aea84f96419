import type { AssistantMessage, Message } from '@earendil-works/pi-ai';
import { describe, expect, test } from 'vitest';
import { askOffline, OFFLINE_MODEL } from './offline-model.ts';
import type { DoneCall, OfflineView } from './plan-step.ts';

let calls = 0;
const generateId = (): string => `call_${(calls += 1)}`;

/** Answers as tools do, until the model has nothing more to ask. */
async function converse(
  text: string,
  answer: (name: string, input: Record<string, unknown>) => Omit<DoneCall, 'name'>,
  { before = [], page = {} }: { before?: Message[]; page?: OfflineView['page'] } = {},
): Promise<{ text: string; calls: [string, Record<string, unknown>][]; messages: Message[] }> {
  const messages: Message[] = [...before, { role: 'user', content: text, timestamp: 1 }];
  const made: [string, Record<string, unknown>][] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const message = await askOffline({ page, generateId }, { messages }).result();
    messages.push(message);
    const asked = message.content.filter((part) => part.type === 'toolCall');
    if (asked.length === 0) return { text: textOf(message), calls: made, messages };
    for (const { id, name, arguments: input } of asked) {
      made.push([name, input]);
      const { details, error } = answer(name, input);
      const content = [{ type: 'text' as const, text: error ?? 'done' }];
      const isError = error !== undefined;
      messages.push({
        role: 'toolResult',
        toolCallId: id,
        toolName: name,
        content,
        details: details as never,
        isError,
        timestamp: 2,
      });
    }
  }
  throw new Error('The model does not come to an end.');
}

const textOf = ({ content }: AssistantMessage) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');
const job = (id: number, title = 'Engineer') => ({
  id,
  title,
  company: 'Acme',
  location: 'Berlin',
  remote: true,
  matchScore: 80,
});
const found = (...ids: number[]) => ({ details: { jobs: ids.map((id) => job(id)), total: ids.length } });
const analysis = (jobId: number) => ({
  details: {
    analysis: {
      jobId,
      overallScore: 78,
      strengths: ['TypeScript'],
      gaps: [{ skill: 'Go', required: true }],
      suggestions: ['Learn Go'],
      summary: 'Good.',
    },
    title: 'Engineer',
    company: 'Acme',
  },
});

describe('an offline search', () => {
  test('calls the tool with the filters of the page, and reports what it found', async () => {
    const page = { filters: { location: 'San Francisco', remote: true } };
    const said = await converse('find TypeScript jobs', () => found(3, 5), { page });
    expect(said.calls).toEqual([['jobs_search', { keywords: 'TypeScript', location: 'San Francisco', remote: true }]]);
    expect(said.text).toContain('I found 2 jobs');
    expect(said.text).toContain('#3 **Engineer** at Acme (Berlin, remote, score 80)');
    expect(said.text).toContain('Offline mode');
  });

  test('a search that finds nothing is retried in English, and then without the filters', async () => {
    const page = { filters: { location: 'San Francisco' } };
    const said = await converse(
      '帮我搜索软件工程师职位',
      (_, { location }) => (location === undefined ? found(1) : found()),
      { page },
    );
    expect(said.calls.map(([, input]) => input)).toEqual([
      { keywords: '软件工程师', location: 'San Francisco' },
      { keywords: 'software engineer', location: 'San Francisco' },
      { keywords: 'software engineer' },
    ]);
    expect(said.text).toContain('去掉了筛选条件');
    expect(said.text).toContain('找到 1 个职位');
    expect(said.text).toContain('离线模式');
  });

  test('says so when it finds nothing at all', async () => {
    expect((await converse('find Cobol jobs', () => found())).text).toContain('I found no saved jobs');
  });
});

test('several requests are done one after the other, and refer to earlier results', async () => {
  const said = await converse(
    'find TypeScript jobs, then analyze the second one, then tailor my resume for job 5',
    (name) => {
      if (name === 'jobs_search') return found(3, 5);
      if (name === 'jobs_analyze_single') return analysis(5);
      const tailored = { version: 1, isNew: true, diff: { added: 0, removed: 0, moved: 4 }, warnings: ['No Go.'] };
      return { details: { tailored, title: 'Engineer', company: 'Acme', pdf: '/jobs/tailor/5/pdf' } };
    },
  );
  expect(said.calls.slice(1)).toEqual([
    ['jobs_analyze_single', { jobId: 5 }],
    ['jobs_tailor', { jobId: 5 }],
  ]);
  expect(said.text).toContain('78 of 100');
  expect(said.text).toContain('4 lines moved');
});

test('a later message can refer to the list of an earlier one', async () => {
  const first = await converse('find jobs', () => found(7, 9));
  const second = await converse(
    'score the first one',
    () => ({ details: { jobId: 7, title: 'E', company: 'A', score: 50, matched: ['Go'], missing: [] } }),
    {
      before: first.messages,
    },
  );
  expect(second.calls).toEqual([['jobs_prescore', { jobId: 7 }]]);
  expect(second.text).toContain('50 of 100');
});

test('several jobs are scored at the same time', async () => {
  const messages: Message[] = [{ role: 'user', content: 'score jobs 1, 2 and 3', timestamp: 1 }];
  const { content, stopReason } = await askOffline({ page: {}, generateId }, { messages }).result();
  expect(content.map((part) => part.type === 'toolCall' && part.arguments)).toEqual([
    { jobId: 1 },
    { jobId: 2 },
    { jobId: 3 },
  ]);
  expect(stopReason).toBe('toolUse');
});

test('"this job" is the one that the page shows, with its resume', async () => {
  const said = await converse('analyze it', () => analysis(12), { page: { jobId: 12, resumeId: 2 } });
  expect(said.calls).toEqual([['jobs_analyze_single', { jobId: 12, resumeId: 2 }]]);
});

test.each([
  ['tailor my resume', 'Which job do you mean?'],
  ['score it', 'Which job do you mean?'],
  ['versions', 'Which job do you mean?'],
  ['打分', '您指的是哪个职位'],
  ['hello', 'I can search your saved jobs'],
  ['你好', '我可以搜索'],
])('"%s" leads to a question and no call', async (text, answer) => {
  const said = await converse(text, () => ({ details: {} }));
  expect(said.calls).toEqual([]);
  expect(said.text).toContain(answer);
});

test.each([
  [
    'list my resumes',
    'resume_list',
    { resumes: [{ id: 1, name: 'Main', isDefault: true, skills: ['Go'] }] },
    '#1 Main (default): Go',
  ],
  ['show my resume', 'resume_get_default', { resume: { id: 1, name: 'Main', content: '# Jane' } }, '# Jane'],
  ['show resume 4', 'resume_get', { resume: { id: 4, name: 'Other', content: '# Jane' } }, '#4 Other'],
  ['list my jobs', 'jobs_list', found(4).details, '#4 **Engineer**'],
  [
    'versions for job 4',
    'jobs_get_tailored_versions',
    { jobId: 4, versions: [{ version: 2, createdAt: '2026-01-02T', isLatest: true }] },
    'Version 2',
  ],
  [
    'import https://example.com/1',
    'jobs_enrich',
    { job: job(8), method: 'json-ld', changed: ['description'] },
    'Read #8',
  ],
  [
    'which jobs fit me?',
    'jobs_analyze',
    { results: [{ ...analysis(2).details.analysis, title: 'E', company: 'A' }], failed: [{ jobId: 3, error: 'no' }] },
    '#2 E at A: 78',
  ],
])('"%s" calls %s', async (text, tool, details, answer) => {
  const said = await converse(text, () => ({ details }));
  expect(said.calls.map(([name]) => name)).toEqual([tool]);
  expect(said.text).toContain(answer);
});

test('a failed call is reported, and the rest continues', async () => {
  const said = await converse('analyze job 9, then list my resumes', (name) =>
    name === 'resume_list' ? { details: { resumes: [] } } : { details: undefined, error: 'not_found: Job 9 not found' },
  );
  expect(said.text).toContain('That did not work: not_found: Job 9 not found');
  expect(said.text).toContain('You have no resumes yet');
});

test('a stop ends the answer at once', async () => {
  const stopping = new AbortController();
  const messages: Message[] = [{ role: 'user', content: 'help', timestamp: 1 }];
  const stream = askOffline({ page: {}, generateId }, { messages }, { signal: stopping.signal });
  for await (const { type } of stream) if (type === 'text_delta') stopping.abort();
  expect(await stream.result()).toMatchObject({ stopReason: 'aborted', model: OFFLINE_MODEL.id });
});
