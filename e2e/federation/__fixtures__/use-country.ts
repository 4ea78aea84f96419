import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Country, type CountryOptions } from './country.ts';

/** Starts servers for the tests of a file. After each test they are to be at rest, with nothing wrong in any log. */
export function useCountry(names: readonly string[], options: CountryOptions = {}): () => Country {
  let country: Country | undefined;
  const founded = (): Country => {
    if (country === undefined) throw new Error('the towns have not been founded yet');
    return country;
  };
  beforeAll(async () => {
    country = await Country.found(names, options);
  }, 60_000);
  afterEach(async () => {
    expect(await founded().settle()).toEqual([]);
    for (const town of founded().towns.values()) {
      expect(town.complaints.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    }
  }, 60_000);
  afterAll(async () => {
    await country?.[Symbol.asyncDispose]();
    // Whatever a boss was asked that the plot did not expect.
    expect(country?.errors).toEqual([]);
  }, 60_000);
  return founded;
}
