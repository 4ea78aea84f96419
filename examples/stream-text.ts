/**
 * Asks a swarm through the AI SDK: tokens of the answer, and what every agent does on the way to it.
 *
 *   node examples/stream-text.ts [question]
 *
 * Without further ado it serves an example swarm to itself, and scripts play the agents. With MAIL_BASE_URL and
 * MAIL_API_KEY it asks the default swarm of that server instead.
 */
import { createMAIL, type MAILProviderMetadata, mail } from '@posthouse/ai-sdk-provider';
import { quiet, startServer } from '@posthouse/server';
import { streamText } from 'ai';
import { styleText } from 'node:util';
import { loadExample } from './runner/offline-swarm.ts';
import { SAMPLE_QUESTIONS } from './runner/sample-questions.ts';

const [, , question = SAMPLE_QUESTIONS['example-no-proxy']] = process.argv;
await using server =
  process.env.MAIL_BASE_URL === undefined
    ? await startServer(await loadExample('example-no-proxy', { delayMs: 20 }), {
        port: 0,
        databaseURL: 'sqlite::memory:',
        logger: quiet,
      })
    : undefined;
const provider = server === undefined ? mail : createMAIL({ baseURL: server.url, authToken: server.tokens!.user });

console.log(question);
const result = streamText({ model: provider('default'), prompt: question });
let answering = false;
for await (const part of result.fullStream) {
  switch (part.type) {
    case 'tool-call':
      console.log(styleText('dim', `${agentOf(part)} calls ${part.toolName}(${JSON.stringify(part.input)})`));
      break;
    case 'tool-result':
      console.log(styleText('dim', `${part.toolName} gives ${JSON.stringify(part.output)}`));
      break;
    case 'text-delta':
      if (!answering) console.log();
      answering = true;
      process.stdout.write(part.text);
      break;
    case 'error':
      throw part.error;
    default:
      break;
  }
}

const { taskId, usage } = (await result.providerMetadata)!.mail as unknown as MAILProviderMetadata;
console.log(`\n\nTask ${taskId}; tokens by agent:`);
for (const [agent, { inputTokens, outputTokens }] of Object.entries(usage)) {
  console.log(`  ${agent}: ${inputTokens} in, ${outputTokens} out`);
}

function agentOf({ providerMetadata }: { providerMetadata?: Record<string, unknown> | undefined }): string {
  return (providerMetadata?.mail as { agent?: string } | undefined)?.agent ?? 'somebody';
}
