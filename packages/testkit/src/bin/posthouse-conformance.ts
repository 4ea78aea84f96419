#!/usr/bin/env node
import { once } from 'node:events';
import { messageOf } from '@posthouse/protocol';
import { CHECKS } from '../conformance/checks/all-checks.ts';
import {
  type CheckCommand,
  conformanceUsage,
  parseConformanceCommand,
} from '../conformance/command/conformance-command.ts';
import { NoAnswerError } from '../conformance/http/exchange.ts';
import { toMarkdown } from '../conformance/report/to-markdown.ts';
import { toText } from '../conformance/report/to-text.ts';
import { runConformance } from '../conformance/run-conformance.ts';
import { conformanceScript } from '../conformance/swarm/conformance-script.ts';
import { toActionsFile, toSwarmsJSON } from '../conformance/swarm/to-swarms-json.ts';
import { startScriptedLLM } from '../scripted-llm.ts';
import { CommandLineError } from '../command/command-line.ts';

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(`posthouse-conformance: ${messageOf(error)}`);
  process.exitCode = 2;
}

async function run(words: readonly string[]): Promise<void> {
  const command = parseConformanceCommand(words, process.env);
  switch (command.type) {
    case 'help':
      return console.log(conformanceUsage);
    case 'list':
      for (const { id, level, says, sentence } of CHECKS) {
        console.log(`${id.padEnd(20)}${level.padEnd(7)}${says}${sentence === undefined ? '' : ` [${sentence}]`}`);
      }
      return;
    case 'print-swarm':
      return void process.stdout.write(toSwarmsJSON(command.language, { peer: command.peer }));
    case 'print-actions':
      return void process.stdout.write(toActionsFile(command.language));
    case 'serve-llm':
      return serveLLM(command);
    case 'check':
      return check(command);
  }
}

async function check({ format, ...options }: CheckCommand): Promise<void> {
  const report = await runConformance(options).catch((error: unknown) => {
    if (error instanceof NoAnswerError) {
      throw new CommandLineError(`Nothing answers at ${options.url}: ${error.message}`, { cause: error });
    }
    throw error;
  });
  const shown = { json: () => `${JSON.stringify(report, undefined, 2)}\n`, markdown: toMarkdown, text: toText };
  process.stdout.write(shown[format](report));
  process.exitCode = report.conforms ? 0 : 1;
}

async function serveLLM({ port, host }: { port: number; host: string }): Promise<void> {
  const llm = await startScriptedLLM({ script: conformanceScript, port, host });
  console.log(`The model of the conformance swarm answers at ${llm.url}. Point the server's model here:`);
  console.log(`  export OPENAI_BASE_URL=${llm.url}/v1 OPENAI_API_KEY=scripted`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await llm.close();
}
