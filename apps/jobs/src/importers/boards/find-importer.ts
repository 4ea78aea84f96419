import { importAshby } from './ashby.ts';
import { importGreenhouse } from './greenhouse.ts';
import type { Imported } from '../importing.ts';
import { importLever } from './lever.ts';

/** The boards that offer their postings as JSON. */
export type BoardSource = 'greenhouse' | 'lever' | 'ashby';

/** Where to fetch a board, or one posting of it. */
export interface FoundImporter {
  source: BoardSource;
  board: string;
  jobId?: string;
  /** The address of the JSON. */
  apiUrl: string;
  /** Set for Lever's boards in Europe. */
  region?: 'eu';
}

const NAME = /^[\w.-]{1,100}$/;

/** The public JSON behind the address of a posting or a board, if it belongs to a board that we know. */
export function findImporter(address: string): FoundImporter | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.toLowerCase();
  const [first, second, third] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  if (/^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/.test(host)) {
    const embedded = first === 'embed';
    const board = embedded ? url.searchParams.get('for') : first;
    const jobId = embedded ? url.searchParams.get('token') : second === 'jobs' ? third : url.searchParams.get('gh_jid');
    return found({ source: 'greenhouse', board, jobId });
  }
  if (host === 'boards-api.greenhouse.io') return fromApiPath(url.pathname, 'greenhouse');
  if (/^jobs(?:\.eu)?\.lever\.co$/.test(host)) {
    return found({ source: 'lever', board: first, jobId: second, region: host.includes('.eu.') ? 'eu' : undefined });
  }
  if (host === 'jobs.ashbyhq.com') return found({ source: 'ashby', board: first, jobId: second });
  return undefined;
}

/** The address of the JSON with all postings of a board. */
export function toBoardUrl({
  source,
  board,
  region,
}: {
  source: BoardSource;
  board: string;
  region?: 'eu' | undefined;
}): string {
  const name = encodeURIComponent(board);
  if (source === 'greenhouse') return `https://boards-api.greenhouse.io/v1/boards/${name}/jobs?content=true`;
  if (source === 'ashby') return `https://api.ashbyhq.com/posting-api/job-board/${name}?includeCompensation=true`;
  return `https://api${region === 'eu' ? '.eu' : ''}.lever.co/v0/postings/${name}?mode=json`;
}

/** Reads what a board's address answered. */
export function importBoard(
  source: BoardSource,
  json: unknown,
  options: { board: string; jobId?: string | undefined },
): Imported {
  if (source === 'greenhouse') return importGreenhouse(json, options);
  if (source === 'ashby') return importAshby(json, options);
  return importLever(json, { site: options.board, jobId: options.jobId });
}

interface Address {
  source: BoardSource;
  board: string | null | undefined;
  jobId: string | null | undefined;
  region?: 'eu' | undefined;
}

function found({ source, board, jobId, region }: Address): FoundImporter | undefined {
  if (!board || !NAME.test(board) || /^\.+$/.test(board)) return undefined;
  const id = jobId && (source === 'greenhouse' ? /^\d+$/ : /^[\da-f-]{36}$/i).test(jobId) ? jobId : undefined;
  const whole = toBoardUrl({ source, board, region });
  return {
    source,
    board,
    jobId: id,
    region,
    apiUrl: id === undefined ? whole : toJobUrl(source, whole, id),
  };
}

/** Ashby answers whole boards only. */
function toJobUrl(source: BoardSource, board: string, id: string): string {
  const [path = board] = board.split('?');
  if (source === 'greenhouse') return `${path}/${id}?questions=false&pay_transparency=true`;
  return source === 'lever' ? `${path}/${id}?mode=json` : board;
}

function fromApiPath(path: string, source: BoardSource): FoundImporter | undefined {
  const match = /^\/v1\/boards\/([^/]+)(?:\/jobs(?:\/(\d+))?)?\/?$/.exec(path);
  return match === null ? undefined : found({ source, board: match[1], jobId: match[2] });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
