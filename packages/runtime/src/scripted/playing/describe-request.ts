import type { ScriptedMessage, ScriptedRequest } from '../scripted-request.ts';

const messagesShown = 4;
const charactersShown = 200;

/** A request in a few readable lines, for error messages. Headers are left out, because they carry keys. */
export function describeRequest(request: ScriptedRequest): string {
  const { index, dialect, model, stream, system, messages, tools } = request;
  const shown = messages.slice(-messagesShown);
  return [
    `request ${index} (${dialect}, model ${model}, ${stream ? 'streaming' : 'not streaming'})`,
    ...(system === '' ? [] : [`  system: ${quote(system)}`]),
    messages.length > shown.length ? `  messages (the last ${shown.length} of ${messages.length}):` : '  messages:',
    ...shown.flatMap(describeMessage).map((line) => `    ${line}`),
    `  tools: ${tools.map((tool) => tool.name).join(', ') || 'none'}`,
  ].join('\n');
}

function describeMessage({ role, text, toolCalls, toolResults }: ScriptedMessage): string[] {
  return [
    ...(text === '' ? [] : [`${role}: ${quote(text)}`]),
    ...toolCalls.map(({ id, name, input }) => `${role} calls ${name} as ${id}: ${shorten(JSON.stringify(input))}`),
    ...toolResults.map(
      ({ id, name, text: result }) => `${role} result of ${name ?? 'a tool'} (${id}): ${quote(result)}`,
    ),
  ];
}

/** A text in quotes, on one line, cut when it is long. */
export function quote(text: string): string {
  return shorten(JSON.stringify(text));
}

function shorten(text: string): string {
  return text.length > charactersShown ? `${text.slice(0, charactersShown)}… (${text.length} characters)` : text;
}
