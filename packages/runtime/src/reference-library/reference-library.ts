import type { AnyAction } from '../definitions/action.ts';
import { analystPrompt } from './consulting/analyst-prompt.ts';
import { consultantPrompt } from './consulting/consultant-prompt.ts';
import { systemPrompt as dataAnalyst } from './data-analysis/analyst/system-prompt.ts';
import { generateSampleData } from './data-analysis/processor/generate-sample-data.ts';
import { parseCsv } from './data-analysis/processor/parse-csv.ts';
import { systemPrompt as processor } from './data-analysis/processor/system-prompt.ts';
import { formatReport } from './data-analysis/reporter/format-report.ts';
import { systemPrompt as reporter } from './data-analysis/reporter/system-prompt.ts';
import { calculateStatistics } from './data-analysis/statistics/calculate-statistics.ts';
import { runCorrelation } from './data-analysis/statistics/run-correlation.ts';
import { systemPrompt as statistics } from './data-analysis/statistics/system-prompt.ts';
import { calculateExpression } from './math/calculate-expression.ts';
import { systemPrompt as math } from './math/system-prompt.ts';
import { systemPrompt as researcher } from './research/researcher/system-prompt.ts';
import { extractFacts } from './research/searcher/extract-facts.ts';
import { searchTopic } from './research/searcher/search-topic.ts';
import { systemPrompt as searcher } from './research/searcher/system-prompt.ts';
import { createBibliography } from './research/summarizer/create-bibliography.ts';
import { summarizeText } from './research/summarizer/summarize-text.ts';
import { systemPrompt as summarizer } from './research/summarizer/system-prompt.ts';
import { rateConfidence } from './research/verifier/rate-confidence.ts';
import { systemPrompt as verifier } from './research/verifier/system-prompt.ts';
import { verifyClaim } from './research/verifier/verify-claim.ts';
import { systemPrompt as supervisor, systemPromptWithoutInterswarm } from './supervisor/system-prompt.ts';
import { classifyTicket } from './support/classifier/classify-ticket.ts';
import { systemPrompt as classifier } from './support/classifier/system-prompt.ts';
import { systemPrompt as coordinator } from './support/coordinator/system-prompt.ts';
import { searchFaq } from './support/faq/search-faq.ts';
import { systemPrompt as faq } from './support/faq/system-prompt.ts';
import { analyzeSentiment } from './support/sentiment/analyze-sentiment.ts';
import { createEscalation } from './support/sentiment/create-escalation.ts';
import { systemPrompt as sentiment } from './support/sentiment/system-prompt.ts';
import { getWeatherForecast } from './weather/get-weather-forecast.ts';
import { systemPrompt as weather } from './weather/system-prompt.ts';

/**
 * What the names of the reference's examples stand for, by their symbolic names. Swarm files find them without being
 * given this library; it is for those who want to use or change single things of it.
 *
 * @example
 * const weather = agent({ name: 'weather', system: referenceLibrary.prompts['examples/weather:systemPrompt'], … });
 */
export const referenceLibrary: { actions: Record<string, AnyAction>; prompts: Record<string, string> } = {
  actions: {
    'examples/weather:getWeatherForecast': getWeatherForecast,
    'examples/math:calculateExpression': calculateExpression,
    'examples/support/faq:searchFaq': searchFaq,
    'examples/support/classifier:classifyTicket': classifyTicket,
    'examples/support/sentiment:analyzeSentiment': analyzeSentiment,
    'examples/support/sentiment:createEscalation': createEscalation,
    'examples/data-analysis/processor:generateSampleData': generateSampleData,
    'examples/data-analysis/processor:parseCsv': parseCsv,
    'examples/data-analysis/statistics:calculateStatistics': calculateStatistics,
    'examples/data-analysis/statistics:runCorrelation': runCorrelation,
    'examples/data-analysis/reporter:formatReport': formatReport,
    'examples/research/searcher:searchTopic': searchTopic,
    'examples/research/searcher:extractFacts': extractFacts,
    'examples/research/verifier:verifyClaim': verifyClaim,
    'examples/research/verifier:rateConfidence': rateConfidence,
    'examples/research/summarizer:summarizeText': summarizeText,
    'examples/research/summarizer:createBibliography': createBibliography,
  },
  prompts: {
    'examples/supervisor:systemPrompt': supervisor,
    'examples/supervisor:systemPromptWithoutInterswarm': systemPromptWithoutInterswarm,
    'examples/weather:systemPrompt': weather,
    'examples/math:systemPrompt': math,
    'examples/consultant:systemPrompt': consultantPrompt,
    'examples/analyst:systemPrompt': analystPrompt,
    'examples/support/coordinator:systemPrompt': coordinator,
    'examples/support/faq:systemPrompt': faq,
    'examples/support/classifier:systemPrompt': classifier,
    'examples/support/sentiment:systemPrompt': sentiment,
    'examples/data-analysis/analyst:systemPrompt': dataAnalyst,
    'examples/data-analysis/processor:systemPrompt': processor,
    'examples/data-analysis/statistics:systemPrompt': statistics,
    'examples/data-analysis/reporter:systemPrompt': reporter,
    'examples/research/researcher:systemPrompt': researcher,
    'examples/research/searcher:systemPrompt': searcher,
    'examples/research/verifier:systemPrompt': verifier,
    'examples/research/summarizer:systemPrompt': summarizer,
  },
};
