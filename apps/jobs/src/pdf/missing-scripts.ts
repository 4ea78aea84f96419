const SCRIPTS: readonly (readonly [string, string, RegExp])[] = [
  ['emoji', '表情符号', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u],
  ['Arabic', '阿拉伯文', /\p{Script=Arabic}/u],
  ['Hebrew', '希伯来文', /\p{Script=Hebrew}/u],
  ['Devanagari', '天城文', /\p{Script=Devanagari}/u],
  ['Bengali', '孟加拉文', /\p{Script=Bengali}/u],
  ['Tamil', '泰米尔文', /\p{Script=Tamil}/u],
  ['Thai', '泰文', /\p{Script=Thai}/u],
  ['Georgian', '格鲁吉亚文', /\p{Script=Georgian}/u],
  ['Armenian', '亚美尼亚文', /\p{Script=Armenian}/u],
  ['Ethiopic', '埃塞俄比亚文', /\p{Script=Ethiopic}/u],
  ['rare Han characters', '生僻汉字', /\p{Script=Han}/u],
];

/** Sentences that name the scripts of letters which could not be set. */
export function describeMissing(letters: Iterable<string>, language: 'en' | 'zh'): string[] {
  const names = new Set<string>();
  const others: string[] = [];
  for (const letter of letters) {
    const known = SCRIPTS.find(([, , pattern]) => pattern.test(letter));
    if (known !== undefined) names.add(language === 'zh' ? known[1] : known[0]);
    else if (!/\p{M}|\p{Cf}/u.test(letter))
      others.push(`U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  }
  if (others.length > 0) names.add(others.slice(0, 8).join(' '));
  return [...names].map((name) =>
    language === 'zh'
      ? `PDF 无法显示${name}，已用方框代替。`
      : `The PDF cannot show ${name}; boxes stand in their place.`,
  );
}
