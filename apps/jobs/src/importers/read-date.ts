const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Postings are neither older nor further away than this; other numbers are mistakes. */
const [EARLIEST, LATEST] = [Date.UTC(1990, 0, 1), Date.UTC(2100, 0, 1)];

/**
 * A point in time as ISO 8601 in UTC, if a value is one without doubt: ISO dates (without a zone they are UTC), seconds
 * or milliseconds since 1970, "January 20, 2026", "20. Jan 2026", "20.01.2026", "2026年1月20日". What could be two days,
 * such as 05/06/2026, is none.
 */
export function readDate(value: unknown): string | undefined {
  const time =
    typeof value === 'number' ? fromNumber(value) : typeof value === 'string' ? fromText(value.trim()) : undefined;
  if (time === undefined || Number.isNaN(time) || time < EARLIEST || time >= LATEST) return undefined;
  return new Date(time).toISOString();
}

function fromNumber(value: number): number {
  return value < 1e11 ? value * 1_000 : value;
}

function fromText(text: string): number | undefined {
  if (text.length > 64) return undefined;
  if (/^\d{10}(?:\d{3})?$/.test(text)) return fromNumber(Number(text));
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?/i.exec(
    text,
  );
  if (iso !== null) return fromIso(iso);
  const chinese = /^(\d{4})\s?[年/.]\s?(\d{1,2})\s?[月/.]\s?(\d{1,2})/u.exec(text);
  if (chinese !== null) return fromParts(chinese[1], chinese[2], chinese[3]);
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(text);
  if (german !== null) return fromParts(german[3], german[2], german[1]);
  const american = /([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/.exec(text);
  if (american !== null) return fromNamed(american[3], american[1], american[2]);
  const british = /(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})/.exec(text);
  return british === null ? undefined : fromNamed(british[3], british[2], british[1]);
}

function fromIso([, year, month, day, time, zone]: RegExpExecArray): number | undefined {
  const midnight = fromParts(year, month, day);
  if (midnight === undefined || time === undefined) return midnight;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  if (hours > 24 || minutes > 59 || seconds > 60) return midnight;
  const sign = zone?.startsWith('-') ? -1 : 1;
  const digits = zone === undefined || /z/i.test(zone) ? '0000' : zone.replaceAll(/\D/g, '');
  const offset = sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
  return midnight + Math.round(((hours * 60 + minutes - offset) * 60 + seconds) * 1_000);
}

function fromNamed(year?: string, name?: string, day?: string): number | undefined {
  const month = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase());
  return month === -1 ? undefined : fromParts(year, String(month + 1), day);
}

function fromParts(year?: string, month?: string, day?: string): number | undefined {
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(time);
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? time : undefined;
}
