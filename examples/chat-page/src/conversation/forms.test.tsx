import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../app.tsx';
import type { Partner } from '../server/ask-server.ts';
import { Composer } from './composer.tsx';
import { Failure } from './failure.tsx';
import { PartnerPicker } from './partner-picker.tsx';
import { TokenForm } from './token-form.tsx';

const nothing = (): void => undefined;

describe('the message field', () => {
  test('sends when there is something to send', () => {
    const shown = renderToStaticMarkup(<Composer partner="pi" running={false} onSend={nothing} onStop={nothing} />);
    expect(shown).toContain('aria-label="Your message"');
    expect(shown).toContain('placeholder="Write to pi"');
    expect(shown).toMatch(/<button type="submit" class="primary" disabled="">Send<\/button>/);
  });

  test('offers to stop while an agent is at work', () => {
    const shown = renderToStaticMarkup(<Composer partner="pi" running onSend={nothing} onStop={nothing} />);
    expect(shown).toMatch(/<button type="button" class="stop">Stop<\/button>/);
    expect(shown).not.toContain('Send');
  });
});

describe('a failure on the page', () => {
  test('a failure is announced, and offers another try where possible', () => {
    expect(renderToStaticMarkup(<Failure text="It <broke>." onTryAgain={nothing} />)).toMatch(
      /role="alert"><p>It &lt;broke&gt;\.<\/p><button type="button">Try again/,
    );
    expect(renderToStaticMarkup(<Failure text="It broke." />)).not.toContain('<button');
  });
});

describe('the choice of an agent', () => {
  const partners: Partner[] = [
    { name: 'desk', kind: 'swarm', available: true, default: true },
    { name: 'pi', kind: 'agent', available: true },
    { name: 'codex', kind: 'agent', available: false, reason: 'Install it with "npm install @openai/codex".' },
  ];
  const look = (chosen?: { kind: string; name: string }): string =>
    renderToStaticMarkup(<PartnerPicker partners={partners} chosen={chosen} onPick={nothing} />);

  test('the choice starts with the default of the server', () => {
    expect(look()).toMatch(/<input type="radio" name="partner" checked=""\/><span class="name">desk/);
    expect(look().match(/checked/g)).toHaveLength(1);
  });

  test('the choice shows the chosen agent', () => {
    expect(look({ kind: 'agent', name: 'pi' })).toMatch(/checked=""\/><span class="name">pi/);
    // A swarm may have the name of an agent.
    expect(look({ kind: 'swarm', name: 'pi' })).not.toContain('checked');
  });

  test('the choice explains why an agent is unavailable', () => {
    expect(look()).toMatch(/disabled="" name="partner"\/><span class="name">codex.*<span class="why">Install it with/);
  });
});

describe('the page without a token', () => {
  test('the page asks for a token, and hides what is typed', () => {
    const shown = renderToStaticMarkup(<TokenForm onEnter={nothing} />);
    expect(shown).toMatch(/<label for="token">.*<input id="token" type="password"/);
  });

  test('the page without a token shows nothing else', () => {
    vi.stubGlobal('location', new URL('http://127.0.0.1/chat-page/'));
    try {
      const address = { chatId: 'c', swarm: undefined, agent: undefined };
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
