import fc from 'fast-check';

/** Texts of all sorts of characters, among them those that terminals obey. Every one is as likely as any other. */
export const anyText = fc.string({ unit: fc.nat(0x20_7f).map((code) => String.fromCodePoint(code)) });
