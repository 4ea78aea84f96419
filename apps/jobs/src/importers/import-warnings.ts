/** A remark on what was read, for people, in each of our languages. */
export type ImportWarning = { readonly en: string; readonly zh: string };

/** Everything that importers remark on. */
export const IMPORT_WARNINGS = {
  notABoard: (board: string): ImportWarning => ({
    en: `The response is not from ${/^[AEIOU]/.test(board) ? 'an' : 'a'} ${board} board.`,
    zh: `返回的内容不是 ${board} 招聘板的数据。`,
  }),
  boardAnswered: (board: string, answer: string | undefined): ImportWarning => ({
    en: `${board} answered: ${answer ?? 'an error'}.`,
    zh: `${board} 返回：${answer ?? '错误'}。`,
  }),
  noTitle: (): ImportWarning => ({
    en: 'A posting without a title was left out.',
    zh: '已略过一个没有名称的职位。',
  }),
  noOrganisation: (title: string): ImportWarning => ({
    en: `The posting "${title}" names no hiring organisation and was left out.`,
    zh: `职位“${title}”没有注明招聘单位，已略过。`,
  }),
  brokenJSONLD: (): ImportWarning => ({
    en: 'The JSON-LD is not valid JSON and could not be repaired.',
    zh: 'JSON-LD 不是有效的 JSON，且无法修复。',
  }),
  noPostingOnPage: (): ImportWarning => ({
    en: 'No job posting was found on the page.',
    zh: '页面上没有找到职位信息。',
  }),
  plainPage: (): ImportWarning => ({
    en: 'No JSON-LD was found; meta tags and the text of the page were used.',
    zh: '没有找到 JSON-LD，已改用页面的 meta 标签和正文。',
  }),
  guessedCompany: (): ImportWarning => ({
    en: 'The page does not name the company; its host was used.',
    zh: '页面没有注明公司，已改用网站域名。',
  }),
  unclearText: (): ImportWarning => ({
    en: 'The text does not say which job it is about.',
    zh: '文本没有说明是哪个职位。',
  }),
  badTimestamp: (): ImportWarning => ({
    en: 'The timestamp is not a date and was ignored.',
    zh: '时间戳不是有效的日期，已忽略。',
  }),
  noCompanyInMail: (title: string): ImportWarning => ({
    en: `The mail does not say which company offers "${title}".`,
    zh: `邮件没有说明“${title}”是哪家公司的职位。`,
  }),
  noJobInMail: (): ImportWarning => ({
    en: 'No job was found in the mail.',
    zh: '邮件中没有找到职位。',
  }),
} as const;
