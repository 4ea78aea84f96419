const DIGITS = /([$€£¥￥]\s?)?(\d[\d.,]*)(\s?(?:%|percent\b|万|亿|千)|\+|(?:k|m|b|bn|mn|x)\b)?/giu;
const WORDS: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  hundred: 'hundred',
  hundreds: 'hundreds',
  thousand: 'thousand',
  thousands: 'thousands',
  million: 'million',
  millions: 'millions',
  billion: 'billion',
  billions: 'billions',
  dozen: 'dozen',
  dozens: 'dozens',
  double: 'double',
  doubled: 'double',
  doubling: 'double',
  triple: 'triple',
  tripled: 'triple',
  tripling: 'triple',
  halved: 'half',
  half: 'half',
};
const CHINESE = /[一二三四五六七八九十百千万亿两半]{2,}|[二三四五六七八九十百千万亿两](?=[年月人个名倍次项台款天])/gu;

/** The numbers of a text with what they count in, so that 40 is not 40%, written in one way. */
export function findNumbers(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const [, currency = '', digits = '', unit = ''] of text.matchAll(DIGITS)) {
    const core = digits.replaceAll(/[.,]$/g, '').replaceAll(/,(?=\d{3})/g, '');
    numbers.add(`${currency.trim()}${core}${unit.trim().toLowerCase().replace('percent', '%')}`);
  }
  for (const [word] of text.toLowerCase().matchAll(/\b[a-z]{3,9}\b/g)) {
    const number = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (number !== undefined) numbers.add(number);
  }
  for (const [number] of text.matchAll(CHINESE)) numbers.add(number);
  return numbers;
}
