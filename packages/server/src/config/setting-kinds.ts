/** What values a setting takes: as TOML has them, and as text of the environment. Undefined is a value that will not do. */
export type SettingKind<Value> = {
  /** Completes the sentence "it must be …". */
  expected: string;
  read(value: unknown): Value | undefined;
  /** The value that a text of the environment or of a flag stands for. */
  fromText(text: string): unknown;
};

export const text: SettingKind<string> = {
  expected: 'a text that is not empty',
  read: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  fromText: (value) => value,
};

/** Any text, also an empty one. */
export const freeText: SettingKind<string> = {
  expected: 'a text',
  read: (value) => (typeof value === 'string' ? value : undefined),
  fromText: (value) => value,
};

export const texts: SettingKind<string[]> = {
  expected: 'a list of texts',
  read: (value) => (Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined),
  fromText: (value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
};

const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];

export const flag: SettingKind<boolean> = {
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  fromText: (value) => {
    const word = value.trim().toLowerCase();
    return TRUE.includes(word) || (FALSE.includes(word) ? false : value);
  },
};

/** A number within bounds; a whole one unless it is said otherwise. */
export function number({ least, most = Number.MAX_SAFE_INTEGER, whole = true }: NumberBounds): SettingKind<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return {
    expected: `a ${whole ? 'whole ' : ''}number ${range}`,
    read: (value) => {
      const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
      return fits ? value : undefined;
    },
    fromText: (value) => (/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value),
  };
}

type NumberBounds = { least: number; most?: number; whole?: boolean };

export function choice<const Value extends string>(values: readonly Value[]): SettingKind<Value> {
  return {
    expected: `one of ${values.join(', ')}`,
    read: (value) => values.find((one) => one === value),
    fromText: (value) => value.trim().toLowerCase(),
  };
}

/** A URL of the web. */
export const webURL: SettingKind<string> = {
  expected: 'a URL that begins with https:// or http://',
  read: (value) =>
    typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined,
  fromText: (value) => value.trim(),
};

/** Origins as browsers send them, or `*` for all. */
export const origins: SettingKind<string[]> = {
  expected: 'a list of origins such as "https://example.org", without a path, or ["*"]',
  read: (value) => {
    const list = texts.read(value);
    return list?.every((one) => one === '*' || URL.parse(one)?.origin === one) === true ? list : undefined;
  },
  fromText: texts.fromText,
};
