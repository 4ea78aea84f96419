import { type SeededRandom, seededRandom } from '../../seeded-random.ts';

export const DATASETS = ['sales', 'users', 'inventory', 'weather'] as const;
export type Dataset = (typeof DATASETS)[number];

export type SampleRow = Record<string, string | number>;

export type SampleData = {
  dataset: Dataset;
  /** The day the sample belongs to; another day has another sample. */
  date: string;
  row_count: number;
  columns: string[];
  data: SampleRow[];
};

const DAY_MS = 86_400_000;
const PRODUCTS = ['kettle', 'lamp', 'chair', 'desk', 'clock'] as const;

/** How one row is made; what depends on something else depends on it here too, so that there is something to find. */
const ROWS: Readonly<Record<Dataset, (random: SeededRandom, index: number, now: Date) => SampleRow>> = {
  sales: (random, index, now) => {
    const price = random.integer(500, 20_000) / 100;
    const units = Math.max(1, Math.round(random.integer(20, 60) - price / 5));
    return {
      date: daysBefore(now, index),
      product: random.pick(PRODUCTS),
      region: random.pick(['north', 'south', 'east', 'west']),
      units,
      price,
      revenue: Math.round(units * price * 100) / 100,
    };
  },
  users: (random, index) => {
    const sessions = random.integer(1, 60);
    return {
      user_id: index + 1,
      age: random.integer(18, 80),
      country: random.pick(['BR', 'DE', 'IN', 'JP', 'KE', 'US']),
      plan: random.pick(['free', 'team', 'business']),
      sessions,
      minutes: sessions * random.integer(4, 12) + random.integer(0, 20),
    };
  },
  inventory: (random, index) => ({
    sku: `SKU-${String(index + 1).padStart(4, '0')}`,
    product: random.pick(PRODUCTS),
    warehouse: random.pick(['Antwerp', 'Lagos', 'Osaka']),
    stock: random.integer(0, 500),
    reorder_level: random.integer(20, 100),
    unit_cost: random.integer(200, 15_000) / 100,
  }),
  weather: (random, index, now) => {
    const humidity = random.integer(20, 100);
    return {
      date: daysBefore(now, index),
      city: random.pick(['Bergen', 'Lima', 'Nairobi', 'Sapporo']),
      temperature: random.integer(-100, 350) / 10,
      humidity,
      precipitation: humidity > 60 ? random.integer(0, (humidity - 60) * 5) / 10 : 0,
      wind: random.integer(0, 250) / 10,
    };
  },
};

/**
 * Invents a table. The same dataset on the same day is the same table in every process, and a short one is the beginning
 * of a long one.
 *
 * @example
 * toSampleData('sales', 10, new Date()).data[0]?.revenue;
 */
export function toSampleData(dataset: Dataset, rows: number, now: Date): SampleData {
  const date = daysBefore(now, 0);
  const random = seededRandom('sample data', dataset, date);
  const data = Array.from({ length: rows }, (_, index) => ROWS[dataset](random, index, now));
  return { dataset, date, row_count: data.length, columns: Object.keys(data[0] ?? {}), data };
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}
