import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../app.tsx';
import { Composer } from './composer.tsx';
import { Failure } from './failure.tsx';
import { TokenForm } from './token-form.tsx';

const nothing = (): void => undefined;

describe('the place to write', () => {
  test('sends when there is something to send', () => {
    const shown = renderToStaticMarkup(<Composer running={false} onSend={nothing} onStop={nothing} />);
    expect(shown).toContain('aria-label="Your message"');
    expect(shown).toMatch(/<button type="submit" class="primary" disabled="">Send<\/button>/);
  });

  test('stops while the swarm is at work', () => {
    const shown = renderToStaticMarkup(<Composer running onSend={nothing} onStop={nothing} />);
    expect(shown).toMatch(/<button type="button" class="stop">Stop<\/button>/);
    expect(shown).not.toContain('Send');
  });
});

describe('a failure', () => {
  test('is announced, and offers another try where there can be one', () => {
    expect(renderToStaticMarkup(<Failure text="It <broke>." onTryAgain={nothing} />)).toMatch(
      /role="alert"><p>It &lt;broke&gt;\.<\/p><button type="button">Try again/,
    );
    expect(renderToStaticMarkup(<Failure text="It broke." />)).not.toContain('<button');
  });
});

describe('the page without a token', () => {
  test('asks for one, and hides what is typed', () => {
    const shown = renderToStaticMarkup(<TokenForm onEnter={nothing} />);
    expect(shown).toMatch(/<label for="token">.*<input id="token" type="password"/);
  });

  test('shows nothing else', () => {
    vi.stubGlobal('location', new URL('http://127.0.0.1/chat-page/'));
    try {
      const address = { chatId: 'c', swarm: undefined };
      const shown = renderToStaticMarkup(<App api="/chat" address={address} token={undefined} />);
      expect(shown).toContain('<h1>Posthouse</h1>');
      expect(shown).toContain('<a href="/chat-page/">New conversation</a>');
      expect(shown).toContain('Your token');
      expect(shown).not.toContain('Your message');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
