import { createHash } from 'node:crypto';

const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|fbclid|msclkid|dclid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|hs_email|ref|refid|referer|referrer|ref_src|source|src|gh_src|lever-(?:source|origin).*|lever-via|ashby_.*|trk.*|tracking(?:id)?|trackingid|midtoken|midsig|lipi|licu|otptoken|from|tk|hl|lang|locale|session_?id|jsessionid|campaign.*|spm|scm)$/i;

/**
 * One address per posting: the same page under `http` and `https`, with and without tracking, in an e-mail's spelling or
 * in the board's, gives the same text. Nothing that could name the job is removed. Undefined for what is no web address.
 *
 * @example
 * toCanonicalUrl('http://www.linkedin.com/comm/jobs/view/42/?trk=x'); // 'https://linkedin.com/jobs/view/42'
 */
export function toCanonicalUrl(address: string): string | undefined {
  const url = address.length > 8_000 ? null : URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const host = url.host.toLowerCase().replace(/^www\./, '');
  return toBoardAddress(url, host) ?? toPlainAddress(url, host);
}

/** The SHA-256 of the canonical address, in hexadecimal digits. */
export function hashUrl(address: string): string | undefined {
  const canonical = toCanonicalUrl(address);
  return canonical === undefined ? undefined : createHash('sha256').update(canonical).digest('hex');
}

/** Boards whose addresses have many spellings for one posting. */
function toBoardAddress(url: URL, host: string): string | undefined {
  const path = url.pathname;
  const query = url.searchParams;
  if (/(?:^|\.)linkedin\.com$/.test(host)) {
    const id =
      /^\/(?:comm\/)?jobs\/view\/(?:[^/]*?-)?(\d+)\/?$/.exec(path)?.[1] ??
      (path.startsWith('/jobs') ? query.get('currentJobId') : null);
    return id && /^\d+$/.test(id) ? `https://linkedin.com/jobs/view/${id}` : undefined;
  }
  if (/(?:^|\.)indeed\.[a-z.]{2,6}$/.test(host)) {
    const id = query.get('jk') ?? query.get('vjk');
    if (id && /^[\da-z]+$/i.test(id)) return `https://${host}/viewjob?jk=${id.toLowerCase()}`;
    // An advertisement is known by its own name only.
    const ad = path.startsWith('/pagead/clk') ? query.get('ad') : null;
    return ad ? `https://${host}/pagead/clk?ad=${encodeURIComponent(ad)}` : undefined;
  }
  if (/^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/.test(host)) {
    const [, board, id] = /^\/([^/]+)\/jobs\/(\d+)/.exec(path) ?? [undefined, query.get('for'), query.get('token')];
    return board && id && board !== 'embed'
      ? `https://job-${host.replace(/^job-/, '')}/${board.toLowerCase()}/jobs/${id}`
      : undefined;
  }
  const posting = /^\/([^/]+)\/([\da-f]{8}-[\da-f-]{27})(?:\/(?:apply|application))?\/?$/i.exec(path);
  if (posting !== null && /^jobs(?:\.eu)?\.lever\.co$|^jobs\.ashbyhq\.com$/.test(host)) {
    return `https://${host}/${(posting[1] ?? '').toLowerCase()}/${(posting[2] ?? '').toLowerCase()}`;
  }
  return undefined;
}

function toPlainAddress(url: URL, host: string): string {
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  // Spelled out, since the order of a locale is not the same everywhere.
  kept.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0));
  const query = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  const path = url.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  // Some sites keep the job's name behind a hash.
  const hash = /^#!?\/./.test(url.hash) ? url.hash : '';
  return `https://${host}${path}${query}${hash}`;
}
