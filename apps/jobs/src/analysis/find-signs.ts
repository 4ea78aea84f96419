/** A rule that recognises something in a posting, and what it says about it. */
interface Sign {
  pattern: RegExp;
  en: string;
  zh: string;
}

const RED_FLAGS: readonly Sign[] = [
  {
    pattern: /\bunpaid\b|\bno (?:pay|salary|compensation)\b|无薪|无偿/iu,
    en: 'The work seems to be unpaid.',
    zh: '似乎没有报酬。',
  },
  {
    pattern: /\bcommission[- ](?:only|based pay)\b|纯提成|无底薪|無底薪/iu,
    en: 'The pay is commission only.',
    zh: '只有提成，没有底薪。',
  },
  {
    pattern: /\bequity[- ]only\b|\bpaid in equity\b|\bsweat equity\b/iu,
    en: 'The pay is equity only.',
    zh: '只以股权支付报酬。',
  },
  {
    pattern:
      /\b(?:training|registration|application|processing|onboarding) fee\b|\b(?:pay|buy|purchase) (?:for )?your own (?:training|equipment|starter kit)\b|\bsecurity deposit\b|培训费|押金|保证金|报名费|服装费/iu,
    en: 'Applicants are asked for money.',
    zh: '要求求职者付费。',
  },
  {
    pattern:
      /\b(?:contact|message|text|interview|reach) (?:us |me )?(?:on|via|over|through) (?:telegram|whatsapp|signal)\b|\bbank account details\b|加微信面试|刷单/iu,
    en: 'The way of contact is one that scams often use.',
    zh: '联系方式与常见骗局相似。',
  },
  {
    pattern: /\b(?:rock ?star|ninja|guru|unicorn|superhero)\b/iu,
    en: 'It looks for a "rockstar" or "ninja" instead of describing the work.',
    zh: '寻找「大神」而不是说明工作内容。',
  },
  {
    pattern: /\bwear(?:ing)? (?:many|multiple) hats\b|一人多岗|身兼数职/iu,
    en: 'One person seems to do the work of several.',
    zh: '一个人似乎要做几个人的工作。',
  },
  {
    pattern: /\bwork hard,? play hard\b|\bwe(?:['’]re| are) (?:like )?a family\b|狼性/iu,
    en: 'The words about culture often stand for long hours.',
    zh: '关于文化的说法常意味着加班。',
  },
  {
    pattern:
      /\b(?:unpaid overtime|24\/7 availab|weekends? (?:and evenings? )?(?:required|expected)|long hours|60\+? hours)\b|996|大小周|单休|随时待命/iu,
    en: 'The posting announces long hours.',
    zh: '工作时间很长。',
  },
  {
    pattern: /\bhandle (?:extreme |high )?pressure\b|\bthrive under pressure\b|\bhigh[- ]pressure\b|抗压能力/iu,
    en: 'The posting announces pressure.',
    zh: '描述中强调抗压。',
  },
  {
    pattern:
      /\bmust be (?:under|younger than|below) \d\d\b|\b(?:only )?(?:male|female) candidates only\b|\d\d岁以下|限男性|限女性/iu,
    en: 'It excludes people by age or sex.',
    zh: '有年龄或性别限制。',
  },
];

const HIGHLIGHTS: readonly Sign[] = [
  {
    pattern: /\bvisa sponsor(?:ship)?\b|\bwe sponsor visas?\b|工作签证/iu,
    en: 'Visa sponsorship is offered.',
    zh: '提供签证支持。',
  },
  { pattern: /\b(?:4|four)[- ]day (?:work ?)?week\b|四天工作制/iu, en: 'It is a four-day week.', zh: '每周工作四天。' },
  { pattern: /\bparental leave\b|育儿假|产假|陪产假/iu, en: 'Parental leave is offered.', zh: '有育儿假。' },
  { pattern: /\b(?:stock options|equity|rsus?)\b|股票|期权/iu, en: 'Equity is part of the pay.', zh: '有股权激励。' },
  {
    pattern: /\b(?:learning|training|education|conference) (?:budget|allowance|stipend)\b|培训机会|学习津贴/iu,
    en: 'There is a budget for learning.',
    zh: '有学习经费。',
  },
  {
    pattern: /\bflexible (?:working )?(?:hours|schedule|time)\b|弹性工作/iu,
    en: 'Hours are flexible.',
    zh: '工作时间灵活。',
  },
  {
    pattern: /\brelocation (?:support|package|assistance|bonus)\b|搬迁补贴/iu,
    en: 'Relocation is supported.',
    zh: '提供搬迁支持。',
  },
  {
    pattern: /\b(?:health|medical|dental) insurance\b|补充医疗|五险一金|六险/iu,
    en: 'Insurance is included.',
    zh: '包含保险。',
  },
  {
    pattern:
      /\b(?:2[5-9]|3\d) (?:paid )?(?:vacation |holiday )?days(?: of (?:paid )?(?:vacation|holiday|leave|annual leave))?\b|双休/iu,
    en: 'Time off is generous.',
    zh: '休假时间充足。',
  },
];
const MAX_TEXT_LENGTH = 60_000;

/** What a posting should make its reader careful about. */
export function findRedFlags(text: string, language: 'en' | 'zh'): string[] {
  return find(RED_FLAGS, text, language);
}

/** What a posting offers beside the work. */
export function findHighlights(text: string, language: 'en' | 'zh'): string[] {
  return find(HIGHLIGHTS, text, language);
}

function find(signs: readonly Sign[], text: string, language: 'en' | 'zh'): string[] {
  const bounded = text.slice(0, MAX_TEXT_LENGTH);
  return signs.filter((sign) => sign.pattern.test(bounded)).map((sign) => sign[language]);
}
