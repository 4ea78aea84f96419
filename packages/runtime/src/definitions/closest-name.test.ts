import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestName, didYouMean } from './closest-name.ts';

const names = ['supervisor', 'weather', 'math', 'get_weather_forecast', 'comm_targets', 'a'];

describe('closestName', () => {
  test.each([
    ['wether', 'weather'],
    ['weahter', 'weather'],
    ['Weather', 'weather'],
    ['weatherr', 'weather'],
    ['maths', 'math'],
    ['mth', 'math'],
    ['superviser', 'supervisor'],
    ['getWeatherForecast', 'get_weather_forecast'],
    ['get-weather-forecast', 'get_weather_forecast'],
    ['comm_target', 'comm_targets'],
    ['commTargets', 'comm_targets'],
    ['A', 'a'],
  ])('takes %s for %s', (typed, meant) => {
    expect(closestName(typed, names)).toBe(meant);
  });

  test.each(['', 'b', 'xy', 'reporter', 'completely different', 'meteorology'])('suggests nothing for %j', (typed) => {
    expect(closestName(typed, names)).toBeUndefined();
  });

  test('chooses the nearest, and the first of equals', () => {
    expect(closestName('clerks', ['clicks', 'clerk', 'clerked'])).toBe('clerk');
    expect(closestName('clark', ['clerk', 'clork'])).toBe('clerk');
  });

  test('counts two swapped letters as one mistake', () => {
    expect(closestName('cat', ['act', 'dog'])).toBe('act');
  });

  test('never suggests the name itself', () => {
    expect(closestName('math', ['math'])).toBeUndefined();
  });

  test('suggests nothing when there are no names', () => {
    expect(closestName('math', [])).toBeUndefined();
  });

  test('spends no time on very long names', () => {
    const long = 'x'.repeat(200_000);
    expect(closestName(long, [`${long}y`, 'math'])).toBeUndefined();
    expect(closestName('math', [long])).toBeUndefined();
  });

  test('finds a name again after one mistake, if it is long enough to be recognised', () => {
    const word = fc.stringMatching(/^[a-z]{3,20}$/);
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('drop', 'double', 'change'), (name, place, mistake) => {
        const index = place % name.length;
        const letter = mistake === 'drop' ? '' : mistake === 'double' ? name[index]!.repeat(2) : '9';
        const typed = name.slice(0, index) + letter + name.slice(index + 1);
        expect(closestName(typed, [name])).toBe(name);
      }),
    );
  });

  test('suggests only names that were offered', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (typed, offered) => {
        const suggestion = closestName(typed, offered);
        expect(suggestion === undefined || (offered.includes(suggestion) && suggestion !== typed)).toBe(true);
      }),
    );
  });
});

describe('didYouMean', () => {
  test('gives a sentence that continues the message', () => {
    expect(`there is no agent 'mathh'.${didYouMean('mathh', names)}`).toBe(
      "there is no agent 'mathh'. Did you mean 'math'?",
    );
  });

  test('says nothing without a suggestion', () => {
    expect(didYouMean('reporter', names)).toBe('');
  });

  test('takes any iterable', () => {
    expect(didYouMean('mathh', new Set(names))).toBe(" Did you mean 'math'?");
    expect(didYouMean('mathh', new Map([['math', 1]]).keys())).toBe(" Did you mean 'math'?");
  });
});
