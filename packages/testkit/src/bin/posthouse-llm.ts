#!/usr/bin/env node
import { once } from 'node:events';
import { messageOf } from '@posthouse/protocol';
import { startScriptedLLM } from '../scripted-llm.ts';
import { loadScript } from '../command/load-script.ts';
import { CommandLineError } from '../command/command-line.ts';
import { llmUsage, parseLLMCommand } from '../command/llm-command.ts';

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(`posthouse-llm: ${messageOf(error)}`);
  process.exitCode = error instanceof CommandLineError ? 2 : 1;
}

async function run(words: readonly string[]): Promise<void> {
  const command = parseLLMCommand(words);
  if (command.type === 'help') return console.log(llmUsage);

  const { port, host } = command;
  const script = await loadScript(command.script);
  const llm = await startScriptedLLM({ script, port, host, log: (line) => console.log(line) }).catch(
    (error: unknown) => {
      throw new CommandLineError(`Cannot listen on ${host}, port ${port}: ${String(error)}`, { cause: error });
    },
  );
  console.log(`Playing ${command.script} at ${llm.url}. Point your clients here:`);
  console.log(`  export OPENAI_BASE_URL=${llm.url}/v1 OPENAI_API_KEY=scripted`);
  console.log(`  export ANTHROPIC_BASE_URL=${llm.url} ANTHROPIC_API_KEY=scripted`);

  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  // Unexpected requests make this reject, and so the command fail.
  await llm.close();
}
