import { invalidInput, problem } from '@posthouse/protocol';

/** What would change the meaning of a request and is not to be had here: better to say so than to leave it out. */
const REFUSED: Readonly<Record<string, string>> = {
  conversation: 'this server stores no conversations; use previous_response_id',
  prompt: 'this server stores no prompts; send input and instructions',
  functions: 'functions is deprecated; use tools',
  function_call: 'function_call is deprecated; use tools and tool_choice',
};

/** Throws when a body asks for something that cannot be had here and must not be overlooked. */
export function refuseFields(body: Record<string, unknown>): void {
  for (const [name, reason] of Object.entries(REFUSED)) {
    if (!Object.hasOwn(body, name) || (body[name] ?? null) === null) continue;
    throw invalidInput(`${name}: ${reason}`, { details: [problem([name], 'nothing', body[name])] });
  }
}
