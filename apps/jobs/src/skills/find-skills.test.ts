import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSkills, skillNames } from './find-skills.ts';
import { skillTable } from './skill-table.ts';

/** The skills of a posting as "Java!" if required and "Java" if not. */
function found(text: string): string[] {
  return findSkills(text).map((skill) => (skill.required ? `${skill.name}!` : skill.name));
}

describe('recognising skills', () => {
  test.each([
    ['"java" is not found in "javascript"', 'We write javascript.', ['JavaScript']],
    ['"ai" is not found in "maintain"', 'You maintain our trains.', []],
    ['"AI" is not found in "ai" at the end of a name', 'Write to jobs@shanghai.example', []],
    ['"go" is not found in "google"', 'We are like google.', []],
    ['"go" is not found in prose', 'Go the extra mile and go home at five.', []],
    ['"next" is not found in prose', 'The next step in your career. Next, we talk.', []],
    ['"design" and "architecture" are not found in prose', 'You design the architecture of our offices.', []],
    ['"ci" is not found in a word or in lower case', 'A decisive city; ci voilà.', []],
    ['"rest" is not found in prose', 'We take care of the rest.', []],
    ['"spring" and "excel" are not found in prose', 'In spring you excel. Excel in everything. Spring is near.', []],
    ['"express" and "swift" are not found in prose', 'Express yourself. Swift answers. An Express delivery.', []],
    ['a letter is not a language in R&D, C-level and C.V.', 'R&D, C-level, send your C.V. to A. R. Smith', []],
    ['JavaScript is not found behind the dot of Node.js', 'node.js', ['Node.js']],
    ['C++ is found', 'C++', ['C++']],
    ['C# is found', 'We write C#, nothing else.', ['C#']],
    ['C++ and C# are found in prose and in brackets', 'Modern C++ (or C#).', ['C++', 'C#']],
    ['F# and .NET are found', 'F# on .NET', ['F#', '.NET']],
    [
      'the longest spelling wins',
      'ASP.NET Core and Spring Boot and React Native',
      ['ASP.NET', 'Spring Boot', 'React Native'],
    ],
    ['C/C++ is one language', 'C/C++', ['C++']],
    ['Go is found beside other languages', 'Go, R and Python', ['Go', 'R', 'Python']],
    ['Go is found after "experience with"', 'Experience with Go', ['Go']],
    ['Go is found before "developer"', 'Senior Go Developer', ['Go']],
    ['Go is found alone in its line', '- Go', ['Go']],
    ['Next and Node are found beside React', 'React, Next, Node', ['React', 'Next.js', 'Node.js']],
    ['REST is found in capitals', 'REST and gRPC', ['REST', 'gRPC']],
    ['CI is found beside a tool', 'Jenkins, CI', ['Jenkins', 'CI/CD']],
    ['upper case makes no difference to a word', 'PYTHON, postgres', ['Python', 'PostgreSQL']],
    ['accents are letters', 'Éjava javaé', []],
    ['a version may follow', 'Python3, Java17, Vue 3', ['Python', 'Java', 'Vue.js']],
    ['a sentence may end with a skill', 'We love Rust. We love C.', ['Rust']],
  ])('recognising skills: %s', (_, text, names) => {
    expect(findSkills(text).map((skill) => skill.name)).toEqual(names);
  });

  test('several spellings of a name are one skill', () => {
    expect(found('Postgres, PostgreSQL and postgres')).toEqual(['PostgreSQL!']);
  });

  test('a skill has a category', () => {
    expect(findSkills('Kubernetes')).toEqual([{ name: 'Kubernetes', category: 'devops', required: true }]);
  });
});

describe('required skills', () => {
  test.each([
    ['everything is required if there are no headings', 'We use Java and SQL.', ['Java!', 'SQL!']],
    [
      'the headings decide',
      '## Requirements\n- Java\n## Nice to have\n- Rust\n## What you will do\n- Write SQL',
      ['Java!', 'Rust', 'SQL'],
    ],
    ['bold lines are headings', '**Must have**\n- Java\n\n**Bonus points:**\n- Kotlin', ['Java!', 'Kotlin']],
    ['lines in capitals are headings', 'QUALIFICATIONS\nJava\nPREFERRED\nKotlin', ['Java!', 'Kotlin']],
    [
      'a heading may share a line with its text',
      'Requirements: Java, SQL\nNice to have: Scala',
      ['Java!', 'SQL!', 'Scala'],
    ],
    ['a sentence may call a skill a plus', 'You know Java. Kubernetes is a plus.', ['Java!', 'Kubernetes']],
    [
      'a skill called a plus is optional even under requirements',
      'Requirements:\n- Java\n- Ideally Scala',
      ['Java!', 'Scala'],
    ],
    [
      'skills in the text about the company are optional',
      '# About us\nWe make Kubernetes.\n# Requirements\nJava',
      ['Kubernetes', 'Java!'],
    ],
    [
      'a skill that is required once stays required',
      '# Requirements\nJava\n# Nice to have\nJava certificates',
      ['Java!'],
    ],
    [
      '"must" counts everywhere',
      '# Requirements\nJava\n# The role\nYou must know SQL. We also have PHP.',
      ['Java!', 'SQL!', 'PHP'],
    ],
  ])('required skills: %s', (_, text, names) => {
    expect(found(text)).toEqual(names);
  });

  test.each([
    ['no Java needed', []],
    ['No Java or PHP needed, just Ruby', ['Ruby!']],
    ['Java is not required', []],
    ['Java or PHP is not needed', []],
    ["You don't need any experience with Kubernetes", []],
    ['We work without Jira', []],
    ['not only Java but also Kotlin', ['Java!', 'Kotlin!']],
    ['No nonsense. Java every day.', ['Java!']],
    ['no Java here. But elsewhere Java is used.', ['Java!']],
  ])('unwanted skills are not listed: %s', (text, names) => {
    expect(found(text)).toEqual(names);
  });
});

describe('skills in Chinese', () => {
  test.each([
    [
      'words need no boundaries',
      '精通机器学习算法以及分布式系统设计',
      ['Machine learning!', 'Algorithms!', 'Distributed systems!'],
    ],
    ['names are found between characters', '熟悉Java和Spring Boot框架，会用C++', ['Java!', 'Spring Boot!', 'C++!']],
    [
      'headings decide',
      '任职要求：\n1、精通Go语言\n2、熟悉MySQL、Redis\n加分项：\n1. 了解K8s',
      ['Go!', 'MySQL!', 'Redis!', 'Kubernetes'],
    ],
    ['brackets are headings', '【岗位职责】\n负责微服务\n【任职要求】熟练掌握Python', ['Microservices', 'Python!']],
    ['"preferred" counts in its clause', '熟悉Java，有Flink经验者优先', ['Java!', 'Apache Flink']],
    ['skills that are not needed are not listed', '无需PHP，不要求会Python，需要Java', ['Java!']],
    ['traditional characters are understood', '機器學習與資料結構', ['Machine learning!', 'Data structures!']],
    ['"java" is not found in "javascript" here either', '熟悉javascript开发', ['JavaScript!']],
  ])('skills in Chinese: %s', (_, text, names) => {
    expect(found(text)).toEqual(names);
  });
});

describe('skills of a resume', () => {
  test('skills of a resume are listed in the order in which they occur', () => {
    expect(skillNames('Languages: Go, TypeScript\n\nBuilt with Postgres in TypeScript')).toEqual([
      'Go',
      'TypeScript',
      'PostgreSQL',
    ]);
  });
});

describe('the table of skills', () => {
  test('the table has many skills, each once, and no spelling for two', () => {
    const names = skillTable.map((skill) => skill.name);
    expect(new Set(names).size).toBe(names.length);
    const spellings = skillTable.flatMap((skill) => skill.aliases.map((alias) => alias.text));
    const twice = spellings.filter((spelling, at) => spellings.indexOf(spelling) !== at);
    expect(twice).toEqual([]);
    expect(names.length).toBeGreaterThan(250);
  });

  test.each(skillTable.flatMap((skill) => skill.aliases.map((alias) => [alias.text, skill.name] as const)))(
    'finds %s in a list as %s',
    (spelling, name) => {
      expect(skillNames(`Skills: Zsh, ${spelling}, Quux`)).toEqual([name]);
    },
  );
});

test('finding skills is fast for any text, and never fails', () => {
  for (const piece of ['C++', 'go ', 'no no ', '不需要', 'nice to have ', '**', '【', 'a:', '.'.repeat(50), 'İ']) {
    expect(() => findSkills(piece.repeat(100_000))).not.toThrow();
  }
});

test('only known skills are found, whatever surrounds them', () => {
  const name = fc.constantFrom('Kubernetes', 'C++', 'C#', 'PostgreSQL', 'Node.js', '机器学习');
  const noise = fc.stringMatching(/^[\p{L}\p{P}\s]{0,20}$/u);
  fc.assert(
    fc.property(name, noise, noise, (skill, before, after) => {
      const names = skillNames(`${before} ${skill} ${after}`);
      for (const one of names) expect(skillTable.some((known) => known.name === one)).toBe(true);
      expect(skillNames(` ${skill} `)).toHaveLength(1);
    }),
  );
});
