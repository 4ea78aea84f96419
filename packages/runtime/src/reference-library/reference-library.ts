import type { AnyAction } from '../definitions/action.ts';
import { generateSampleData } from './data-analysis/processor/generate-sample-data.ts';
import { parseCsv } from './data-analysis/processor/parse-csv.ts';
import { formatReport } from './data-analysis/reporter/format-report.ts';
import { calculateStatistics } from './data-analysis/statistics/calculate-statistics.ts';
import { runCorrelation } from './data-analysis/statistics/run-correlation.ts';
import { calculateExpression } from './math/calculate-expression.ts';
import { dataAnalysisPrompts } from './prompts/data-analysis-prompts.ts';
import { researchPrompts } from './prompts/research-prompts.ts';
import { singleAgentPrompts } from './prompts/single-agent-prompts.ts';
import { supportPrompts } from './prompts/support-prompts.ts';
import { extractFacts } from './research/searcher/extract-facts.ts';
import { searchTopic } from './research/searcher/search-topic.ts';
import { createBibliography } from './research/summarizer/create-bibliography.ts';
import { summarizeText } from './research/summarizer/summarize-text.ts';
import { rateConfidence } from './research/verifier/rate-confidence.ts';
import { verifyClaim } from './research/verifier/verify-claim.ts';
import { classifyTicket } from './support/classifier/classify-ticket.ts';
import { searchFaq } from './support/faq/search-faq.ts';
import { analyzeSentiment } from './support/sentiment/analyze-sentiment.ts';
import { createEscalation } from './support/sentiment/create-escalation.ts';
import { getWeatherForecast } from './weather/get-weather-forecast.ts';

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
  prompts: { ...singleAgentPrompts, ...supportPrompts, ...dataAnalysisPrompts, ...researchPrompts },
};
