import { z } from 'zod';
import { type ChooseModels, type ModelChoice, usableModels } from '../agent/model-choice.ts';
import { type AnalysisEngine, analysisResult } from '../engines/analysis-engine.ts';
import type { Engines } from '../engines/engines.ts';
import type { TailoringEngine } from '../engines/tailoring-engine.ts';
import { askForJSON } from './ask-for-json.ts';
import type { AskOptions, RetryOptions } from './ask-models.ts';
import { describePosting } from './describe-posting.ts';
import { fence } from './fence.ts';
import { ANALYSIS_PROMPT, INSTRUCTIONS_PROMPT, PROMPT_VERSION, REFUSED_PROMPT, TAILORING_PROMPT } from './prompts.ts';

const texts = z.array(z.string().max(2_000)).max(50);
const analysis = analysisResult.extend({
  overallScore: z.number().min(0).max(100).transform(Math.round).nullable(),
  strengths: texts,
  gaps: z.array(z.object({ skill: z.string().max(200), required: z.boolean() })).max(50),
  suggestions: texts,
  redFlags: texts,
  highlights: texts,
  summary: z.string().min(1).max(5_000),
});
const tailored = z.object({
  content: z.string().trim().min(1).max(200_000),
  suggestions: z
    .array(
      z.object({
        type: z.string().max(50),
        section: z.string().max(500),
        original: z.string().max(5_000).optional(),
        suggested: z.string().max(5_000).optional(),
        reason: z.string().max(2_000),
      }),
    )
    .max(100)
    .default([]),
  warnings: texts.default([]),
});

/**
 * The engines that think with a language model, as things are set up now; undefined while there is no model to ask.
 * What they answer has the right form. Whether it is true is checked by whoever keeps it, as for every engine.
 */
export function createLLMEngines(choose: ChooseModels, retry: RetryOptions = {}): Engines['llm'] {
  const choice = choose();
  const models = usableModels(choice);
  const [first] = models;
  if (first === undefined) return undefined;
  const ask: AskOptions = { ...retry, models };
  const engine = { name: 'llm', model: `${first.model.provider}/${first.model.id}`, version: PROMPT_VERSION } as const;
  const settings = toSettings(choice);
  return {
    analysis: { ...engine, analyze: createAnalyze(ask, settings) },
    tailoring: { ...engine, tailor: createTailor(ask, settings) },
  };
}

type Settings = { temperature?: number; maxTokens?: number };

function toSettings({ config: { model, permissions } }: ModelChoice): Settings {
  const { temperature } = model;
  const { max_tokens_per_call: maxTokens } = permissions;
  return { temperature, maxTokens };
}

function createAnalyze(ask: AskOptions, settings: Settings): AnalysisEngine['analyze'] {
  return async ({ posting, resume, language, today, signal }) =>
    askForJSON(ask, {
      ...settings,
      system: ANALYSIS_PROMPT[language],
      prompt: `${fence('posting', describePosting(posting))}\n\n${fence('resume', resume)}\n\n${today}`,
      schema: analysis,
      language,
      signal,
    });
}

function createTailor(ask: AskOptions, settings: Settings): TailoringEngine['tailor'] {
  return async ({ resume, posting, instructions, language, refused = [], signal }) => {
    const wishes =
      instructions === undefined ? [] : [`${INSTRUCTIONS_PROMPT[language]}\n${fence('wishes', instructions)}`];
    const complaints = refused.length === 0 ? [] : [REFUSED_PROMPT[language](refused.join(', '))];
    const prompt = [fence('posting', describePosting(posting)), fence('resume', resume), ...wishes, ...complaints];
    return askForJSON(ask, {
      ...settings,
      system: TAILORING_PROMPT[language],
      prompt: prompt.join('\n\n'),
      schema: tailored,
      language,
      signal,
    });
  };
}
