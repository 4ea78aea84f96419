import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LanguageContext } from '../words/use-words.ts';
import type { ChatMessage, ChatPart } from './chat-message.ts';
import { MessageView } from './message-view.tsx';

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>';

function draw(message: ChatMessage, { writing = false, language = 'en' as 'en' | 'zh' } = {}): string {
  return renderToStaticMarkup(
    <LanguageContext value={{ language, change: () => undefined }}>
      <MessageView message={message} writing={writing} onAskAgain={() => undefined} />
    </LanguageContext>,
  );
}

const answer = (parts: ChatMessage['parts'], metadata: ChatMessage['metadata'] = {}): ChatMessage => ({
  id: 'a',
  role: 'assistant',
  parts,
  metadata,
});
const call = (toolName: string, rest: object): ChatPart =>
  ({ type: 'dynamic-tool', toolName, toolCallId: 'c', input: {}, state: 'output-available', ...rest }) as ChatPart;

test('markup in a message is shown as text', () => {
  const markup = [
    draw({ id: 'q', role: 'user', parts: [{ type: 'text', text: HOSTILE }] }),
    draw(
      answer(
        [
          { type: 'text', text: HOSTILE },
          { type: 'reasoning', text: HOSTILE },
          call('jobs_search', { output: { total: 1, jobs: [{ id: 1, title: HOSTILE, company: HOSTILE }] } }),
          call('jobs_tailor', { output: { tailored: { jobId: 1, resumeId: 1, version: 1, warnings: [HOSTILE] } } }),
          call('unheard_of', { output: HOSTILE }),
          call('jobs_search', { state: 'output-error', errorText: HOSTILE }),
        ],
        { error: HOSTILE, model: HOSTILE },
      ),
    ),
  ];
  for (const each of markup) {
    expect(each).toContain('&lt;script&gt;');
    expect(each).not.toMatch(/<script|<img/);
  }
});

test('found jobs link to their pages, and a version to its comparison', () => {
  const jobs = [{ id: 12, title: 'Engineer', company: 'Acme', matchScore: 80 }];
  const tailored = { jobId: 12, resumeId: 3, version: 2 };
  const markup = draw(
    answer([call('jobs_search', { output: { total: 1, jobs } }), call('jobs_tailor', { output: { tailored } })]),
  );
  expect(markup).toContain('href="#/jobs/12"');
  expect(markup).toContain('href="#/tailor/12?resume=3&amp;version=2"');
  expect(markup).toContain('Fit 80 of 100');
});

test('a call shows its state in words', () => {
  const states: [object, string][] = [
    [{ state: 'input-available' }, 'running'],
    [{ output: 'Searching', preliminary: true }, 'running'],
    [{ output: {} }, 'done'],
    [{ state: 'output-error', errorText: 'no' }, 'failed'],
  ];
  for (const [state, word] of states) {
    const markup = draw(answer([call('jobs_search', state)]));
    expect(markup).toContain(`>${word}</span>`);
    expect(markup).toContain('Searched the jobs');
  }
});

test('the end of an answer is shown once it has ended', () => {
  expect(draw(answer([], { outcome: 'stopped' }))).toContain('stopped');
  expect(draw(answer([], { outcome: 'interrupted' }))).toContain('interrupted');
  expect(draw(answer([], { outcome: 'stopped' }), { writing: true })).not.toContain('stopped');
  expect(draw(answer([], { error: 'auth_error: no' }))).toContain('rejects the API key');
  expect(draw(answer([], { usage: { totalTokens: 1234 } }))).toContain('1,234 tokens');
});

test('a message is shown in Chinese', () => {
  const parts = [call('jobs_search', { output: { total: 0, jobs: [] } })];
  const markup = draw(answer(parts, { outcome: 'stopped' }), { language: 'zh' });
  expect(markup).toContain('搜索了职位');
  expect(markup).toContain('没有找到');
  expect(markup).toContain('已停止');
});
