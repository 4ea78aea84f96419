import fc from 'fast-check';

const skill = fc.constantFrom(
  'Go',
  'TypeScript',
  'PostgreSQL',
  'Docker',
  'React',
  'C++',
  'AWS',
  'Kafka',
  'Node.js',
  '机器学习',
);
const verb = fc.constantFrom('Built', 'Ran', 'Moved', 'Tested', 'Wrote');
const company = fc.constantFrom('Acme', 'Initech', 'Globex Corp', 'Umbrella', '青竹科技');
const title = fc.constantFrom('Engineer', 'Senior Developer', 'Architect', '后端工程师');

const bullet = fc
  .tuple(verb, fc.integer({ min: 2, max: 90 }), skill)
  .map(([did, count, what]) => `- ${did} ${count} services with ${what}`);
const role = fc
  .record({
    title,
    company,
    start: fc.integer({ min: 1990, max: 2015 }),
    years: fc.integer({ min: 1, max: 9 }),
    bullets: fc.array(bullet, { maxLength: 6 }),
  })
  .map(({ title: name, company: at, start, years, bullets }) => [
    `### ${name} — ${at}`,
    '',
    `*${start} – ${start + years}*`,
    '',
    ...bullets,
    '',
  ]);

/** Resumes in markdown with roles, schools and skills, some with a summary. */
export const arbitraryResume: fc.Arbitrary<string> = fc
  .record({
    summary: fc.option(fc.constantFrom('I make things work.', '我让事情运转。')),
    roles: fc.array(role, { minLength: 1, maxLength: 4 }),
    skills: fc.uniqueArray(skill, { minLength: 1 }),
  })
  .map(({ summary, roles, skills }) =>
    [
      '# Ada Example',
      '',
      'ada@example.org | +49 30 1234567',
      '',
      ...(summary === null ? [] : ['## Summary', '', summary, '']),
      '## Experience',
      '',
      ...roles.flat(),
      '## Education',
      '',
      '### MSc, Physics — TU Somewhere',
      '',
      '*2005 – 2010*',
      '',
      '## Skills',
      '',
      `- **Tools**: ${skills.join(', ')}`,
    ].join('\n'),
  );

/** What a posting asks for. */
export const arbitraryPosting = fc
  .record({ title, required: fc.uniqueArray(skill), preferred: fc.uniqueArray(skill) })
  .map(({ title: name, required, preferred }) => ({
    title: name,
    descriptionMd: `## Requirements\n${required.map((one) => `- Experience with ${one}`).join('\n')}\n## Nice to have\n${preferred.map((one) => `- Experience with ${one}`).join('\n')}`,
  }));
