import { describe, expect, test } from 'vitest';
import { createLogger, type LoggerOptions } from './create-logger.ts';
import { LOG_LEVELS } from './logger.ts';
import { quiet } from './quiet.ts';

const NOON = new Date('2026-05-01T12:00:00.000Z');

function record(options: LoggerOptions = {}) {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line), now: () => NOON, ...options });
  return { lines, logger };
}

describe('log levels', () => {
  test.each(LOG_LEVELS.map((level, index) => [level, 4 - index] as const))(
    '%s writes %i of four lines',
    (level, count) => {
      const { logger, lines } = record({ level });
      logger.debug('a');
      logger.info('b');
      logger.warn('c');
      logger.error('d');
      expect(lines).toHaveLength(count);
      expect(logger.level).toBe(level);
    },
  );

  test('the log level is info by default', () => {
    expect(record().logger.level).toBe('info');
  });
});

describe('JSON log lines', () => {
  test('JSON log lines are one object each, time and level first', () => {
    const { logger, lines } = record({ format: 'json' });
    logger.info('listening', { url: 'http://127.0.0.1:1', port: 1 });
    expect(lines).toEqual([
      '{"time":"2026-05-01T12:00:00.000Z","level":"info","message":"listening","url":"http://127.0.0.1:1","port":1}',
    ]);
  });

  test('JSON log lines keep their level, whatever a field is called', () => {
    const { logger, lines } = record({ format: 'json' });
    logger.error('x', { level: 'info', message: 'y' });
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', message: 'x', level_: 'info', message_: 'y' });
  });

  test('a JSON log line stays one line when a value has a line break', () => {
    const { logger, lines } = record({ format: 'json' });
    logger.info('a\nb', { text: 'c\nd' });
    expect(lines[0]).not.toContain('\n');
  });
});

describe('pretty log lines', () => {
  test('pretty log lines read like a sentence', () => {
    const { logger, lines } = record();
    logger.warn('slow', { ms: 1200, path: '/x', note: 'two words', list: ['a'] });
    expect(lines[0]!.slice(8)).toBe(' warn  slow ms=1200 path=/x note="two words" list=["a"]');
  });

  test('pretty log lines cannot be forged, and cannot move the cursor', () => {
    const { logger, lines } = record();
    logger.info('a\n12:00:00 error forged', { path: '/x\r\n\u001B[2Jgone', '\u001B[31m': '\u009B' });
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  test('colour the level if asked to', () => {
    const { logger, lines } = record({ colour: true });
    logger.error('x');
    expect(lines[0]).toContain('\u001B[31merror\u001B[39m');
  });
});

describe('child loggers', () => {
  test('child loggers carry their fields, and those of their parents', () => {
    const { logger, lines } = record({ format: 'json' });
    logger.child({ a: 1 }).child({ b: 2 }).info('x', { c: 3 });
    expect(JSON.parse(lines[0]!)).toMatchObject({ a: 1, b: 2, c: 3 });
  });
});

describe('secrets in log lines', () => {
  test.each(['json', 'pretty'] as const)('secrets appear in no part of a %s line', (format) => {
    const { logger, lines } = record({ format, secrets: ['swordfish'] });
    logger.child({ from: 'swordfish' }).error('swordfish Bearer abc', {
      swordfish: 1,
      password: 'abcdef',
      error: new Error('swordfish'),
    });
    expect(lines.join('\n')).not.toMatch(/swordfish|abc/);
  });
});

test('the quiet logger and its children write nothing', () => {
  expect(quiet.level).toBe('silent');
  expect(quiet.child({ a: 1 })).toBe(quiet);
  for (const level of ['debug', 'info', 'warn', 'error'] as const) expect(quiet[level]('x')).toBeUndefined();
});
