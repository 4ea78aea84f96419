import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toAttachment } from './attachment.ts';

describe('the file name in a Content-Disposition header', () => {
  test('an ASCII file name stands as it is', () => {
    expect(toAttachment('Jane Doe - Acme - Engineer.pdf')).toBe(
      'attachment; filename="Jane Doe - Acme - Engineer.pdf"',
    );
  });

  test('a file name with other letters stands in both forms', () => {
    expect(toAttachment('José - Acme.pdf')).toBe(
      `attachment; filename="Jose - Acme.pdf"; filename*=UTF-8''Jos%C3%A9%20-%20Acme.pdf`,
    );
    expect(toAttachment('王小明.pdf')).toBe(
      `attachment; filename="resume.pdf"; filename*=UTF-8''%E7%8E%8B%E5%B0%8F%E6%98%8E.pdf`,
    );
  });

  test('a file name never breaks the header, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            '"',
            '\\',
            '/',
            '\r\n',
            '\0',
            '\u007F',
            'é',
            '王',
            '😀',
            ';',
            "'",
            '%',
            '*',
            '(',
            ' ',
          ),
        }),
        (name) => {
          const header = toAttachment(`${name}.pdf`);
          expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header);
          expect(header).toMatch(/^attachment; filename="[^"\r\n/\\]*"(?:; filename\*=UTF-8''[\w.~!$&+^`|%-]*)?$/);
        },
      ),
    );
  });
});
