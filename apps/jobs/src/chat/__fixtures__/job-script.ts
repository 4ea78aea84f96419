import type { ScriptedRequest, ScriptedTurn } from '@posthouse/testkit';
import { RESUME } from './chat-app.ts';

export const ANALYSIS = {
  overallScore: 81.4,
  fit: 'High',
  strengths: ['TypeScript, as required'],
  gaps: [{ skill: 'Kubernetes', required: true }],
  suggestions: ['Mention React first.'],
  redFlags: [],
  highlights: ['Remote'],
  summary: 'A good fit.',
};

/** The resume with its experience in another order: nothing is new in it. */
export const TAILORED = RESUME.replace(
  '- Built TypeScript services for 40 customers\n- Wrote React pages',
  '- Wrote React pages\n- Built TypeScript services for 40 customers',
);

/** What was said last, and what has been done about it since. */
export function lastAsk({ messages }: Pick<ScriptedRequest, 'messages'>): { text: string; results: string[] } {
  const at = messages.findLastIndex(({ role, text }) => role === 'user' && text !== '');
  const results = messages.slice(at + 1).flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
  return { text: messages[at]?.text ?? '', results };
}

/** Plays the engines, which ask without tools, and leaves the chat to a function. */
export function withEngines(
  chat: (request: ScriptedRequest) => ScriptedTurn | Promise<ScriptedTurn>,
  { tailored = TAILORED }: { tailored?: string } = {},
): (request: ScriptedRequest) => ScriptedTurn | Promise<ScriptedTurn> {
  return (request) => {
    if (request.tools.length > 0) return chat(request);
    const answer = request.system.includes('rewrite') ? { content: tailored, suggestions: [], warnings: [] } : ANALYSIS;
    return { text: `Here you are:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`` };
  };
}
