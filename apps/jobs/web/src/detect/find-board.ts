import type { BoardName } from './page-job.ts';

/** A board, and how its address calls the company. */
export type Board = { name: BoardName; company?: string };

const UUID = /^[\da-f]{8}-[\da-f-]{27}$/i;
const NUMBER = /^\d+$/;

/**
 * The board that an address belongs to, if it is the address of one posting there. Lists of postings are none.
 *
 * @example
 * findBoard('https://jobs.lever.co/acme/5ac21346-8e0c-4494-8e7a-3eb92ff77902'); // { name: 'lever', company: 'acme' }
 */
export function findBoard(address: string): Board | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/^www\./, '');
  const query = url.searchParams;
  const [first = '', second = '', third = ''] = url.pathname.split('/').filter((part) => part !== '');
  if (/^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/.test(host)) {
    if (first === 'embed') return board('greenhouse', NUMBER.test(query.get('token') ?? ''), query.get('for') ?? '');
    return board('greenhouse', second === 'jobs' && NUMBER.test(third), first);
  }
  if (/^jobs(?:\.eu)?\.lever\.co$/.test(host)) return board('lever', UUID.test(second), first);
  if (host === 'jobs.ashbyhq.com') return board('ashby', UUID.test(second), first);
  if (/(?:^|\.)linkedin\.com$/.test(host)) {
    const isView = first === 'jobs' && second === 'view' && /(?:^|-)\d+$/.test(third);
    return board('linkedin', isView || (first === 'jobs' && NUMBER.test(query.get('currentJobId') ?? '')));
  }
  if (/(?:^|\.)indeed\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(host)) {
    return board('indeed', /^[\da-z]+$/i.test(query.get('jk') ?? query.get('vjk') ?? ''));
  }
  // Companies show the postings of their board on pages of their own.
  return board('greenhouse', NUMBER.test(query.get('gh_jid') ?? ''));
}

function board(name: BoardName, isPosting: boolean, company = ''): Board | undefined {
  if (!isPosting) return undefined;
  return { name, ...(/^[\w.-]{1,100}$/.test(company) && { company }) };
}
