/** What the invented postings are made from: a kind of work, and what it asks for. */
export type DemoRole = {
  title: string;
  about: string;
  duties: readonly string[];
  required: readonly string[];
  wished: readonly string[];
  language: 'en' | 'zh';
};

export const DEMO_ROLES = {
  backend: {
    language: 'en',
    title: 'Backend Engineer',
    about:
      'You build the services that everything else stands on, and you care about what happens when one of them fails.',
    duties: [
      'Design and run APIs that other teams build on',
      'Find out why something is slow, and make it fast',
      'Share the on-call rota, one week in six',
    ],
    required: [
      '5+ years of building services in TypeScript with Node.js',
      'PostgreSQL, including its query plans',
      'Docker and a cloud such as AWS',
    ],
    wished: ['Kubernetes', 'Kafka or another log'],
  },
  frontend: {
    language: 'en',
    title: 'Frontend Engineer',
    about: 'You turn long forms into short ones, and people do not notice how much work that was.',
    duties: [
      'Build features from the first sketch to the last pixel',
      'Keep the component library small and accessible',
    ],
    required: [
      '3+ years with React and TypeScript',
      'CSS without fear',
      'Tests that describe behaviour, with Playwright or Cypress',
    ],
    wished: ['Next.js', 'GraphQL', 'An eye for typography'],
  },
  software: {
    language: 'en',
    title: 'Software Engineer',
    about: 'A small team, a product that people rely on every morning, and few meetings.',
    duties: [
      'Own features from the database to the browser',
      'Write down decisions so that others can disagree with them',
    ],
    required: ['TypeScript, React and Node.js', 'SQL', 'Git and code review as a habit'],
    wished: ['AWS', 'Terraform'],
  },
  data: {
    language: 'en',
    title: 'Data Engineer',
    about: 'Forty sources, one warehouse, and numbers that two departments can agree on.',
    duties: [
      'Build pipelines that can be run twice without harm',
      'Watch data quality, and tell people before they ask',
    ],
    required: ['Python and SQL', 'Airflow or a comparable scheduler', 'Spark on more data than fits into memory'],
    wished: ['dbt', 'Snowflake'],
  },
  platform: {
    language: 'en',
    title: 'Platform Engineer',
    about: 'You make the right way the easy way for sixty developers.',
    duties: ['Run clusters that nobody has to think about', 'Automate what was done by hand twice'],
    required: ['Kubernetes in production', 'Terraform', 'Go or Python', 'Monitoring with Prometheus and Grafana'],
    wished: ['Helm', 'CI/CD with GitHub Actions'],
  },
  ml: {
    language: 'en',
    title: 'Machine Learning Engineer',
    about: 'Models that leave the notebook and stay healthy in production.',
    duties: ['Train, evaluate and serve ranking models', 'Say no to a model when a rule is enough'],
    required: ['Python with PyTorch', 'Experience with evaluating models offline and online', 'SQL'],
    wished: ['Large language models', 'Kubernetes'],
  },
  mobile: {
    language: 'en',
    title: 'Mobile Developer',
    about: 'An app that works in tunnels, on old phones and with gloves.',
    duties: ['Build the app for both platforms', 'Keep it usable offline'],
    required: ['Swift or Kotlin', 'Two apps of yours in the stores'],
    wished: ['React Native', 'Firebase'],
  },
  designer: {
    language: 'en',
    title: 'Product Designer',
    about: 'You ask five people before you draw, and five more afterwards.',
    duties: ['Lead the design of a product area', 'Run usability tests every other week'],
    required: ['A portfolio that shows decisions and not only screens', 'Figma', 'User research'],
    wished: ['Some HTML and CSS'],
  },
  softwareZh: {
    language: 'zh',
    title: '软件工程师',
    about: '我们是一支小团队，为每天上百万用户提供服务，重视代码质量和工程文化。',
    duties: ['负责核心业务系统的设计与开发', '参与代码评审，持续改进工程实践'],
    required: ['三年以上 TypeScript 或 Java 开发经验', '熟悉 React 与 Node.js', '熟悉 MySQL 与 Redis'],
    wished: ['有 Kubernetes 经验者优先', '英语可作为工作语言'],
  },
  backendZh: {
    language: 'zh',
    title: '高级后端工程师',
    about: '负责支付平台的核心链路，追求稳定、准确与可维护。',
    duties: ['设计高可用的微服务架构', '排查线上问题并推动改进'],
    required: ['五年以上 Java 或 Go 后端开发经验', '精通 MySQL，熟悉 Kafka', '熟悉 Docker 与 Linux'],
    wished: ['有支付行业经验者优先', '熟悉 Kubernetes'],
  },
} as const satisfies Record<string, DemoRole>;
