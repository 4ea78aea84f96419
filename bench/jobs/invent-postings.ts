/** A posting as `POST /jobs/ingest` takes it in a list. */
export type InventedPosting = {
  title: string;
  company: string;
  url: string;
  location: string;
  remote: boolean;
  description: string;
};

const TITLES = [
  'Software Engineer',
  'Senior Backend Engineer',
  'Data Scientist',
  'Frontend Developer',
  '软件工程师',
  'C++ Engineer',
  'Product Designer',
];
const PLACES = ['Berlin', 'San Francisco, CA', '上海', 'London', 'Remote', 'São Paulo'];
const SKILLS = [
  'TypeScript',
  'Kubernetes',
  'Python',
  'React',
  'PostgreSQL',
  'Go',
  'AWS',
  'Terraform',
  'Java',
  'C++',
  'Rust',
  'Kafka',
];
const SENTENCES = [
  'Our team builds tools that people use every morning.',
  'You will own features from the first idea to the last line.',
  'We review code with care and kindness.',
  'The work is 50% design and 50% making it real.',
  'You write down decisions so that others can disagree with them.',
  '我们重视代码质量和工程文化。',
];

/** Postings of about three kilobytes each, all different, the same in every run. */
export function inventPostings(count: number, from: number): InventedPosting[] {
  return Array.from({ length: count }, (_, index) => invent(from + index));
}

function invent(number: number): InventedPosting {
  const pick = <Value>(values: readonly Value[], step: number): Value =>
    values[(number * step + (number >> 4)) % values.length]!;
  const skills = [1, 5, 7, 11].map((step) => pick(SKILLS, step));
  const prose = Array.from({ length: 40 }, (_, line) => SENTENCES[(number + line * 5) % SENTENCES.length]).join(' ');
  return {
    title: `${pick(TITLES, 3)} ${number}`,
    company: `Company ${number % 997}`,
    url: `https://example.com/jobs/${number}`,
    location: pick(PLACES, 5),
    remote: number % 3 === 0,
    description: `posting${number}\n\n${prose}\n\n## Requirements\n\n${skills.map((skill) => `- Experience with ${skill}`).join('\n')}`,
  };
}
