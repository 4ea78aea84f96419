import { Refusal } from '@posthouse/components';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FailureBanner } from './failure-banner.tsx';

const draw = (failure: unknown): string =>
  renderToStaticMarkup(<FailureBanner failure={failure} />).replaceAll(/ class="[^"]*"/g, '');

test('the banner is empty as long as nothing is wrong', () => {
  expect(draw(undefined)).toBe('');
});

test("the banner shows the app's words, and what is wrong where", () => {
  const details = [
    { path: 'work.0.startDate', message: 'Invalid date' },
    { path: '', message: 'Too long' },
  ];
  const markup = draw(new Refusal(400, 'The resume is not valid.', details));
  expect(markup).toContain('<p>The resume is not valid.</p>');
  expect(markup).toContain('<li><code>work.0.startDate</code> Invalid date</li><li> Too long</li>');
});

test('the banner leaves out the place if it is always the same', () => {
  const details = ['Kubernetes is new', 'Globex is new'].map((message) => ({ path: 'content', message }));
  expect(draw(new Refusal(422, 'Nothing was kept.', details))).not.toContain('<code>');
});

test('the banner does not repeat itself', () => {
  const markup = draw(new Refusal(400, 'Not valid: Too long', [{ path: 'name', message: 'Too long' }]));
  expect(markup).not.toContain('<li>');
});

test('the banner says that the app cannot be reached, whatever the browser calls that', () => {
  expect(draw(new TypeError('Failed to fetch'))).toContain('cannot be reached');
});
