import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { agentNote, agentPart, call, mail, notice, reasoning, text } from '../__fixtures__/parts.ts';
import type { SwarmMessage, SwarmPart } from '../messages/swarm-message.ts';
import type { SwarmChat } from '../sdk/swarm-chat.ts';
import { MessageView } from './message-view.tsx';

const nothing = (): void => undefined;

type Look = { status?: SwarmChat['status']; newest?: boolean; canEdit?: boolean; fields?: Partial<SwarmMessage> };

/** What somebody sees of an answer, as HTML. */
function look(parts: SwarmPart[], { status = 'ready', newest = true, canEdit = true, fields = {} }: Look = {}): string {
  const message: SwarmMessage = { id: 'm', role: 'assistant', parts, ...fields };
  const chat = { status, answer: nothing, refuse: nothing, decide: nothing, edit: nothing, regenerate: nothing };
  return renderToStaticMarkup(<MessageView message={message} chat={chat} newest={newest} canEdit={canEdit} />);
}

describe('a message', () => {
  test("shows the user's words", () => {
    expect(look([{ type: 'text', text: '1 < 2?' }], { fields: { role: 'user' } })).toContain('<p>1 &lt; 2?</p>');
  });

  test('a message can be edited by the user where possible, while nobody is at work', () => {
    const said: SwarmPart[] = [{ type: 'text', text: 'Hello.' }];
    const fields = { role: 'user' } as const;
    expect(look(said, { fields })).toContain('Edit</button>');
    expect(look(said, { fields, canEdit: false })).not.toContain('<button');
    expect(look(said, { fields, status: 'streaming' })).not.toContain('<button');
  });

  test('an answer can be regenerated, unless it is being written or has failed', () => {
    expect(look([text('Three.')])).toContain('Regenerate</button>');
    expect(look([text('Thr')], { status: 'streaming' })).not.toContain('<footer>');
    expect(look([], { fields: { metadata: { outcome: 'error', error: 'It broke.' } } })).not.toContain('Regenerate');
  });

  test('never becomes markup, whatever an agent writes', () => {
    const attack = '<img src=x onerror=alert(1)>';
    const shown = look([text(attack), reasoning(attack), call('output-error', { errorText: attack })]);
    expect(shown).not.toContain('<img');
  });

  test('shows that it is being written', () => {
    expect(look([text('Thr', { state: 'streaming' })])).toContain('class="text streaming"');
    expect(look([text('Three.')])).toContain('class="text"');
  });

  test('shows what went wrong with an earlier one', () => {
    const fields = { metadata: { outcome: 'error' as const, error: 'It broke.' } };
    expect(look([notice('It broke.')], { fields, newest: false })).toContain('<p class="failure">It broke.</p>');
    // With the newest one, the page says so itself.
    expect(look([notice('It broke.')], { fields })).not.toContain('It broke.');
  });

  test('a message shows its cost', () => {
    const shown = look([text('Three.')], { fields: { metadata: { usage: { inputTokens: 9, outputTokens: 1 } } } });
    expect(shown).toContain('<footer>9 tokens read, 1 written<');
  });
});

describe('retracted text', () => {
  const retracted = { providerMetadata: { mail: { agent: 'math', kind: 'answer', retracted: true } } };

  test('retracted text is still shown, and marked', () => {
    expect(look([text('Four.', retracted)])).toMatch(/retracted.*<del>Four\.<\/del>/);
  });

  test('retracted text is marked even when it was complete, and what follows is not', () => {
    const own = (part: string) => ({ providerMetadata: { posthouse: { part } } });
    const taking: SwarmPart = { type: 'data-retracted', id: 'p-1', data: { part: 'p-1' } };
    const shown = look([text('Fo', own('p-1')), taking, text('Three.', own('p-2'))]);
    expect(shown).toMatch(/retracted.*<del>Fo<\/del>.*<div class="text">Three\.<\/div>/);
  });

  test('retracted text of a nested agent is not shown', () => {
    const taken = { ...text('Perhaps here.'), retracted: true };
    const shown = look([agentNote('c-1', 'running'), agentPart('c-1', taken), agentPart('c-1', text('Found it.'))]);
    expect(shown).toContain('Found it.');
    expect(shown).not.toContain('Perhaps here.');
  });

  test('retracted reasoning is marked, too', () => {
    expect(look([reasoning('Four?', retracted)])).toMatch(/retracted.*<del>Four\?<\/del>/);
  });
});

describe('the activity of an answer', () => {
  test('shows mail, reasoning and notices with their agents', () => {
    const shown = look([mail('supervisor', 'math'), reasoning('Adding.'), notice('The model was slow.')]);
    expect(shown).toMatch(/supervisor<\/span>.*math<\/span>.*A sum.*How much is 1 \+ 2\?/);
    expect(shown).toMatch(/math<\/span>.*thought.*<p>Adding\.<\/p>/);
    expect(shown).toContain('The model was slow.');
    expect(shown).toContain('<summary>2 agents, 1 thought, 1 message, 1 notice</summary>');
  });

  test('distinguishes reasoning from writing', () => {
    const words = { providerMetadata: { mail: { agent: 'math', kind: 'text' } } };
    expect(look([reasoning('One moment.', words)])).toContain('wrote');
    expect(look([reasoning('One mo', { ...words, state: 'streaming' })])).toContain('is writing');
    expect(look([reasoning('Ad', { state: 'streaming' })])).toContain('is thinking');
  });

  test('the activity of earlier answers is folded', () => {
    expect(look([reasoning('Adding.')], { newest: true })).toContain('<details class="activity" open="">');
    expect(look([reasoning('Adding.')], { newest: false })).toContain('<details class="activity">');
  });

  test.each([
    [call('input-available'), 'running', /Input.*<th scope="row">a<\/th><td>1<\/td>/s],
    [call('output-available', { output: '3' }), 'done', /Output.*<pre>3<\/pre>/s],
    [call('output-error', { errorText: 'no such number' }), 'failed', /Error.*no such number/s],
  ])('shows a call in its state: %#', (part, state, values) => {
    const shown = look([part]);
    expect(shown).toContain(`class="call ${state}"`);
    expect(shown).toMatch(values);
  });
});

describe('an answer of a single agent', () => {
  const own = { providerMetadata: { posthouse: { part: 'p' } } };
  const fields = { metadata: { agent: 'pi' } };

  test('names the agent on its reasoning and calls', () => {
    const shown = look([reasoning('Hm.', own), call('output-available', { callProviderMetadata: {} })], { fields });
    expect(shown).toContain('aria-label="pi"');
    expect(shown).toMatch(/pi<\/span><span class="doing">thought/);
    expect(shown).toMatch(/pi<\/span><span class="doing">calls/);
    expect(shown).toContain('<summary>1 thought, 1 call</summary>');
  });

  test('shows nested agents with all they do', () => {
    const bare = { providerMetadata: undefined };
    const shown = look(
      [
        agentNote('c-1', 'completed', { name: 'scout', description: 'Look around.' }),
        agentPart('c-1', reasoning('Where to?', bare)),
        agentPart('c-1', call('output-available', { callProviderMetadata: undefined, output: 'a tree' })),
        agentPart('c-1', text('There is a tree.', bare)),
      ],
      { fields },
    );
    expect(shown).toMatch(/class="nested call done" open="".*scout<\/span>.*Look around\./);
    expect(shown).toMatch(/scout<\/span><span class="doing">thought.*Where to\?.*a tree.*There is a tree\./s);
  });

  test('shows the plan and its progress', () => {
    const items = [
      { text: 'Look.', status: 'completed' },
      { content: 'Think.', status: 'in_progress' },
    ];
    const shown = look([{ type: 'data-todos', id: 'todos', data: { items } }], { fields });
    expect(shown).toMatch(/<li class="completed">Look\..*\(completed\).*<li>Think\..*\(in progress\)/);
  });
});

describe('an answer that ended early', () => {
  test.each([
    ['cancelled', 'stopped'],
    ['stopped', 'stopped'],
    ['interrupted', 'interrupted'],
  ] as const)('an answer with the outcome %s says that it ended early, and retracts nothing', (outcome, word) => {
    const usage = { inputTokens: 9, outputTokens: 1 };
    const shown = look([text('Fo')], { fields: { metadata: { outcome, usage } } });
    expect(shown).toMatch(new RegExp(`<div class="text">Fo</div><footer>${word}, 9 tokens read, 1 written<`));
    expect(look([text('Fo')], { fields: { metadata: { outcome } } })).toContain(`<footer>${word}<`);
  });
});

describe('a question in an answer', () => {
  const asked = call('input-available', { providerExecuted: false, toolName: 'ask_user' });

  test('a question is asked where it came up', () => {
    const shown = look([text('One thing first.'), asked, text('Afterwards.')]);
    expect(shown).toMatch(/One thing first.*ask_user.*Your answer.*Answer<\/button>.*Refuse<\/button>.*Afterwards/s);
  });

  test('a question waits until the other agents are done', () => {
    expect(look([asked], { status: 'streaming' })).toContain('disabled=""');
    expect(look([asked])).not.toContain('disabled=""');
  });

  test('a settled question stays as a record', () => {
    const answered = look([call('output-available', { providerExecuted: false, output: 'blue' })]);
    expect(answered).toMatch(/answered.*<pre>blue<\/pre>/s);
    expect(answered).not.toContain('<form');
    const refused = look([call('output-error', { providerExecuted: false, errorText: 'No.' })]);
    expect(refused).toMatch(/not answered.*No\./s);
    const kept = look([call('output-available', { providerExecuted: false, output: { error: 'No.' } })]);
    expect(kept).toMatch(/not answered.*No\./s);
  });

  test("a denied approval keeps the user's reason", () => {
    const denied = call('approval-responded', { approval: { id: 'a', approved: false, reason: 'Too dear.' } });
    expect(look([denied])).toContain('“Too dear.”');
  });

  test('a question may ask for approval of a call', () => {
    const shown = look([call('approval-requested', { approval: { id: 'call-1' } })]);
    expect(shown).toMatch(/wants to call.*Approve<\/button>.*Deny<\/button>/s);
  });

  test.each([
    [call('approval-responded', { approval: { id: 'a', approved: true } }), 'approved'],
    [call('approval-responded', { approval: { id: 'a', approved: false, reason: 'Too dear.' } }), 'denied'],
    [
      call('output-available', { output: 1, approval: { id: 'a', approved: true }, providerExecuted: false }),
      'approved',
    ],
    [call('output-denied', { approval: { id: 'a', approved: false }, providerExecuted: false }), 'denied'],
  ])('a question remembers the decision: %#', (part, outcome) => {
    const shown = look([part]);
    expect(shown).toContain(`<span class="tag">${outcome}</span>`);
    expect(shown).not.toContain('<form');
  });
});
