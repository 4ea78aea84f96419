const TITLE =
  /\b(?:engineer|developer|programmer|architect|manager|lead|director|analyst|scientist|designer|consultant|administrator|specialist|coordinator|tester|researcher|writer|officer|intern|accountant|recruiter|assistant|head)\b|工程师|经理|设计师|分析师|架构师|程序员|总监|主管|专员|顾问|实习生|科学家|运营/iu;
const MAX_TITLES = 20;

/** The titles that a resume names, the latest first: its headline, and the headings of its roles. */
export function readTitles(resume: string): string[] {
  const titles: string[] = [];
  for (const line of resume.slice(0, 100_000).split('\n')) {
    const heading = /^#{3,6}\s/.test(line);
    const plain = line.replaceAll(/[#*_]/g, '').trim();
    if (!heading && (/^\s*[-*+•]\s/.test(line) || plain.length > 100 || /[.。]$/.test(plain))) continue;
    const part = plain.split(/\s*(?:[,，|·@]|\s[-–—]\s|\sat\s|\s[-–—]|（|\()\s*/u).find((piece) => TITLE.test(piece));
    if (part !== undefined && part !== '') titles.push(part);
    if (titles.length === MAX_TITLES) break;
  }
  return titles;
}
