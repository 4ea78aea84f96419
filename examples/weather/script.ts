import { specialistScript } from '../scripting/specialist-script.ts';
import type { Forecast } from '@posthouse/runtime/reference-library';

/** Plays the weather agent: a forecast for every place that is asked for. */
export const weatherScript = specialistScript(({ body }, find) => {
  const inputs = toForecastInputs(body);
  if (inputs.length === 0) return 'I need the name of a place. Ask me for example for the weather in Oslo tomorrow.';
  const results = inputs.map((input) => find('get_weather_forecast', input));
  if (results.includes(undefined)) return inputs.map((input) => ({ name: 'get_weather_forecast', input }));
  return results.map((result) => (result!.ok ? toSentence(result!.json as Forecast) : result!.text)).join('\n');
});

/** Reads places and the day out of a question such as "the weather in Oslo and Lima in 3 days". */
export function toForecastInputs(text: string): { location: string; days_ahead: number; metric: boolean }[] {
  const inDays = /\bin (\d{1,2}) days?\b/.exec(text)?.[1];
  const daysAhead = inDays === undefined ? (/\btomorrow\b/i.test(text) ? 1 : 0) : Math.min(Number(inDays), 30);
  const metric = !/fahrenheit|°F/i.test(text);
  return toPlaces(text).map((location) => ({ location, days_ahead: daysAhead, metric }));
}

/** Names of places: the capitalised words after "in", "for" or "at", as far as they go. */
function toPlaces(text: string): string[] {
  const [, stretch = ''] = /\b(?:in|for|at) (\p{Lu}[^?!.;\n]{0,200})/u.exec(text) ?? [];
  const places: string[][] = [[]];
  for (const word of stretch.split(/\s+/)) {
    const name = word.replace(/,$/, '');
    if (word === 'and') places.push([]);
    else if (!/^\p{Lu}/u.test(name)) break;
    else places.at(-1)!.push(name);
    if (word.endsWith(',')) places.push([]);
  }
  return places.filter((words) => words.length > 0).map((words) => words.join(' '));
}

function toSentence({ location, date, condition, temperature, units }: Forecast): string {
  return `${location} on ${date}: ${condition}, ${temperature} °${units}.`;
}
