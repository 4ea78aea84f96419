import { describe, expect, test } from 'vitest';
import { IMPORT_WARNINGS } from '../import-warnings.ts';
import { readFixture } from '../__fixtures__/read-fixture.ts';
import { importMail } from './import-mail.ts';
import { readGmail } from './read-gmail.ts';
import { readMail } from './read-mail.ts';
import { splitMbox } from './split-mbox.ts';

const linkedin = readFixture('linkedin-digest.html.txt');
const indeed = readFixture('indeed-digest.html.txt');

describe('LinkedIn mails', () => {
  test('a digest gives all its jobs once, although each is linked three times', () => {
    expect(linkedin.match(/jobs\/view\//g)).toHaveLength(18);
    const { postings, warnings } = importMail({ html: linkedin });
    expect(warnings).toEqual([]);
    expect(
      postings.map(({ title, company, location, remote, externalId }) => [
        title,
        company,
        location,
        remote,
        externalId,
      ]),
    ).toEqual([
      ['Senior Platform Engineer', 'Harbor Pay', 'Lisbon, Portugal (Hybrid)', 'hybrid', '3900000001'],
      ['Go Developer', 'Kite Works', 'Berlin, Germany (Remote)', 'yes', '3900000002'],
      ['Data Engineer', 'Orchard Statistics', 'Leeds, UK (On-site)', 'no', '3900000003'],
      ['Machine Learning Engineer', 'Lantern AI', 'Toronto, ON', 'unknown', '3900000004'],
      ['后端工程师', '青竹科技', '中国 杭州', 'unknown', '3900000005'],
      ['Frontend Engineer (React)', 'Northwind Trains', 'Hamar, Norway', 'unknown', '3900000006'],
    ]);
  });

  test('a title is only the title, not the whole card', () => {
    for (const posting of importMail({ html: linkedin }).postings) expect(posting.title).not.toContain('Easy Apply');
  });

  test('pay is read where a row states it', () => {
    const { postings } = importMail({ html: linkedin });
    expect(postings.map((posting) => posting.salary)).toEqual([
      undefined,
      { min: 70_000, max: 90_000, currency: 'EUR', period: 'year' },
      undefined,
      { min: 140_000, max: 180_000, currency: 'CAD', period: 'year' },
      undefined,
      undefined,
    ]);
  });

  test('addresses lose their tracking', () => {
    const [posting] = importMail({ html: linkedin }).postings;
    expect(posting).toMatchObject({ url: 'https://www.linkedin.com/jobs/view/3900000001', source: 'linkedin' });
  });

  test('a mail without HTML is read by its lines', () => {
    const { postings } = importMail({ text: readFixture('linkedin-digest.txt') });
    expect(postings.map(({ title, company, location }) => [title, company, location])).toEqual([
      ['Senior Platform Engineer', 'Harbor Pay', 'Lisbon, Portugal (Hybrid)'],
      ['Go Developer', 'Kite Works', 'Berlin, Germany (Remote)'],
      ['Data Engineer', 'Orchard Statistics', 'Leeds, UK (On-site)'],
    ]);
  });

  test('a card that is one link is read by its lines', () => {
    const html = '<a href="https://www.linkedin.com/jobs/view/cook-at-inn-7/"><div>Cook</div><div>Inn · Bree</div></a>';
    expect(importMail({ html }).postings[0]).toMatchObject({
      title: 'Cook',
      company: 'Inn',
      location: 'Bree',
      externalId: '7',
    });
  });

  test('a link that says "View job" is no title', () => {
    const url = 'https://www.linkedin.com/comm/jobs/view/7?x=1';
    const html = `<p><a href="${url}">Cook</a></p><p>Inn · Bree</p><p><a href="${url}">View job</a> <a href="${url}">查看职位</a></p>`;
    expect(importMail({ html }).postings.map((posting) => posting.title)).toEqual(['Cook']);
    expect(importMail({ html: `<a href="${url}">Apply now</a>` }).postings).toEqual([]);
  });

  test('a job without a company causes a warning', () => {
    const { postings, warnings } = importMail({ html: '<a href="https://www.linkedin.com/jobs/view/7">Cook</a>' });
    expect(postings[0]?.company).toBe('Unknown company');
    expect(warnings).toEqual([IMPORT_WARNINGS.noCompanyInMail('Cook')]);
  });

  test('an imitation on another site is ignored', () => {
    const html =
      '<a href="https://evil.example/linkedin.com/jobs/view/7">Cook</a><a href="https://notlinkedin.com/jobs/view/8">Cook</a>';
    expect(importMail({ html })).toEqual({ postings: [], warnings: [IMPORT_WARNINGS.noJobInMail()] });
  });
});

test('Indeed mails are read, results and advertisements, with pay and a snippet', () => {
  const { postings } = importMail({ html: indeed, from: 'alert@indeed.example' });
  expect(
    postings.map(({ raw: _raw, requirements: _requirements, places: _places, ...posting }) => posting),
  ).toMatchObject([
    {
      title: 'Warehouse Data Analyst',
      company: 'Orchard Statistics',
      location: 'Leeds',
      salary: { min: 30, max: 30, currency: 'GBP', period: 'hour' },
      url: 'https://indeed.com/viewjob?jk=0123456789abcdef',
      externalId: '0123456789abcdef',
      skills: [{ name: 'SQL' }],
    },
    {
      title: 'Support Engineer',
      company: 'Harbor Pay',
      location: 'Remote in London',
      remote: 'yes',
      salary: { min: 42_000, max: 50_000, currency: 'GBP', period: 'year' },
      url: 'https://uk.indeed.com/viewjob?jk=fedcba9876543210',
    },
    {
      title: 'Senior C++ Developer',
      company: 'Tidewater & Sons',
      location: 'Rotterdam',
      url: 'https://indeed.com/pagead/clk?ad=-6NYlbfkN0AbCd',
      skills: [{ name: 'C++' }],
    },
  ]);
  expect(postings[2]).not.toHaveProperty('externalId');
});

test('a mail with JSON-LD is read from it', () => {
  const html =
    '<script type="application/ld+json">{"@type":"JobPosting","title":"Cook","hiringOrganization":"Inn"}</script>';
  expect(importMail({ html }).postings).toMatchObject([{ title: 'Cook', source: 'email' }]);
});

describe('mail files', () => {
  test('an mbox is split where messages begin, and read', async () => {
    const messages = splitMbox(readFixture('mails.mbox'));
    expect(messages).toHaveLength(3);
    const mails = await Promise.all(messages.map(readMail));
    expect(mails.map((mail) => [mail.subject, mail.date])).toEqual([
      ['6 new jobs · 后端', '2026-01-20T07:00:00.000Z'],
      ['Lunch', '2026-01-20T08:00:00.000Z'],
      ['3 new jobs', '2026-01-20T09:00:00.000Z'],
    ]);
    expect(mails[1]?.text).toBe('From the hill you can see the sea.\nFrom here you cannot.\n');
    expect(mails.map((mail) => importMail(mail).postings.length)).toEqual([6, 0, 3]);
  });

  test('a file that is not an mbox has no messages', () => {
    expect(splitMbox('')).toEqual([]);
    expect(splitMbox('Dear Ada,\nFrom here.\n')).toEqual([]);
    expect(splitMbox('From a\r\nSubject: x\r\n\r\nFrom b\r\nSubject: y\r\n')).toHaveLength(2);
  });

  test('a text that is not a mail becomes an empty one', async () => {
    expect(importMail(await readMail('')).postings).toEqual([]);
    expect(importMail(await readMail(new Uint8Array([0, 255, 10, 10, 0]))).postings).toEqual([]);
    const nested = Array.from(
      { length: 200 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    ).join('');
    expect(importMail(await readMail(nested)).postings).toEqual([]);
  });

  test('a message of the Gmail API is read', () => {
    const part = (mimeType: string, text: string) => ({
      mimeType,
      body: { data: Buffer.from(text).toString('base64url') },
    });
    const message = {
      id: '1',
      internalDate: '1768892400000',
      payload: {
        mimeType: 'multipart/mixed',
        headers: [
          { name: 'From', value: 'LinkedIn <x@linkedin.example>' },
          { name: 'Subject', value: '6 new jobs' },
        ],
        parts: [
          { mimeType: 'multipart/alternative', parts: [part('text/plain', 'text'), part('text/html', linkedin)] },
        ],
      },
    };
    const mail = readGmail(message);
    expect(mail).toMatchObject({ subject: '6 new jobs', text: 'text', date: '2026-01-20T07:00:00.000Z' });
    expect(importMail(mail ?? {}).postings).toHaveLength(6);
    expect(readGmail({ payload: 1 })).toBeUndefined();
    expect(readGmail(null)).toBeUndefined();
  });
});

test('an endless mail is read in one pass', () => {
  for (const piece of [
    '<a href="https://www.linkedin.com/jobs/view/1">x</a>',
    '<td>',
    '<a href="',
    'https://www.linkedin.com/jobs/view/2\n',
    'From x\n\n',
  ]) {
    const long = piece.repeat(process.env.TEST_FULL === '1' ? 50_000 : 5_000);
    expect(() => [importMail({ html: long }), importMail({ text: long }), splitMbox(long)]).not.toThrow();
  }
});
