/**
 * What a provider would refuse in the body of a request, a sentence each: calls and results that do not belong together,
 * messages that say nothing, and thoughts that cannot be checked.
 */
export function checkWire(body: unknown): string[] {
  const { messages, input } = body as { messages?: WireMessage[]; input?: WireItem[] };
  if (input !== undefined) return checkItems(input);
  return messages!.some((message) => Array.isArray(message.content) && message.content.some(isAnthropicBlock))
    ? checkBlocks(messages!)
    : checkMessages(messages!);
}

type Block = { type: string; id?: string; tool_use_id?: string; text?: string; signature?: string };
type WireMessage = {
  role: string;
  content?: string | Block[] | null;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
};
type WireItem = {
  type?: string;
  role?: string;
  call_id?: string;
  content?: string | Block[];
  id?: string;
  encrypted_content?: string | null;
};

function isAnthropicBlock({ type }: Block): boolean {
  return type === 'tool_use' || type === 'tool_result';
}

/** OpenAI Chat Completions: the results of all calls of a message stand right behind it, and nowhere else. */
function checkMessages(messages: readonly WireMessage[]): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const { role, content, tool_calls: calls = [], tool_call_id: result } of messages) {
    if (role === 'tool') {
      if (!open.includes(result!)) problems.push(`a result of ${result}, which is not open`);
      open = open.filter((id) => id !== result);
      continue;
    }
    if (open.length > 0) problems.push(`no results of ${open.join(', ')} before a message of ${role}`);
    if (calls.length === 0 && (content ?? '') === '') problems.push(`an empty message of ${role}`);
    open = calls.map((call) => call.id);
    if (new Set(open).size !== open.length) problems.push(`calls with the same id: ${open.join(', ')}`);
  }
  return open.length > 0 ? [...problems, `no results of ${open.join(', ')} at the end`] : problems;
}

/** OpenAI Responses: every call has one output behind it, before the call of that id is made again. */
function checkItems(items: readonly WireItem[]): string[] {
  const problems: string[] = [];
  const open = new Set<string>();
  for (const { type, role, content, call_id: id, ...item } of items) {
    const texts = typeof content === 'string' ? [content] : (content ?? []).map((block) => block.text ?? 'no text');
    if (role !== undefined && texts.join('') === '') problems.push(`an empty message of ${role}`);
    if (type === 'reasoning' && (item.encrypted_content ?? item.id) === undefined) problems.push('a thought of nobody');
    if (type === 'function_call') {
      if (open.has(id!)) problems.push(`${id} is called twice`);
      open.add(id!);
    }
    if (type === 'function_call_output' && !open.delete(id!)) problems.push(`an output of ${id}, which is not open`);
  }
  return [...problems, ...[...open].map((id) => `no output of ${id}`)];
}

/** Anthropic Messages: roles alternate, and the message after calls begins with their results. */
function checkBlocks(messages: readonly WireMessage[]): string[] {
  const problems: string[] = messages[0]?.role === 'user' ? [] : ['the first message is not of the user'];
  let open: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Block[]);
    if (role === messages[index - 1]?.role) problems.push(`two messages of ${role} in a row`);
    if (blocks.length === 0) problems.push(`an empty message of ${role}`);
    if (blocks.some(({ type, text }) => type === 'text' && text!.trim() === '')) problems.push('an empty text');
    if (blocks.some(({ type, signature }) => type === 'thinking' && signature === undefined)) {
      problems.push('a thought without a signature');
    }
    const results = blocks.filter((block) => block.type === 'tool_result').map((block) => block.tool_use_id!);
    if (results.toSorted().join() !== open.toSorted().join()) {
      problems.push(
        `the calls ${open.join(', ') || 'of nobody'} are followed by the results ${results.join(', ') || 'of none'}`,
      );
    }
    const first = blocks.findIndex((block) => block.type !== 'tool_result');
    if (first >= 0 && blocks.slice(first).some((block) => block.type === 'tool_result'))
      problems.push('a result behind a text');
    open = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id!);
  }
  return open.length > 0 ? [...problems, `no results of ${open.join(', ')}`] : problems;
}
