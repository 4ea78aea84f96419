const NOISE =
  /^(?:careers?|jobs?|job details?|vacanc(?:y|ies)|apply|join us|hiring|open positions?|work with us|招聘|职位)$/iu;

/**
 * A page's title as a job's title and a company: "Engineer at Acme | Careers", "Acme: Engineer", "Engineer - Acme". What
 * the page names as its site, or as its heading, decides which part is which.
 */
export function splitTitle(
  text: string,
  { site, heading }: { site?: string | undefined; heading?: string | undefined },
): {
  title: string;
  company?: string;
} {
  const bare = text.slice(0, 500).trim();
  const parts = bare.split(/\s+[|–—·-]\s+|\s*\|\s*|\s*[_｜]\s*/u).filter((part) => part !== '' && !NOISE.test(part));
  const first = parts[0] ?? bare;
  const at = /^(?:Job Application for\s+)?(.{2,200}?)\s+(?:at|@|bei|chez)\s+(.{2,100})$/u.exec(first);
  if (at?.[1] !== undefined && at[2] !== undefined) return { title: at[1], company: at[2] };
  const others = parts.filter((part) => part !== site);
  const title = heading !== undefined && parts.includes(heading) ? heading : (others[0] ?? first);
  const company = site !== undefined && site !== title ? site : others.find((part) => part !== title);
  return { title, company };
}
