export type FaqEntry = {
  readonly id: string;
  readonly category: 'account' | 'billing' | 'technical' | 'general';
  readonly question: string;
  readonly answer: string;
  readonly keywords: readonly string[];
};

/** What the invented company is asked most. */
export const FAQ_ENTRIES: readonly FaqEntry[] = [
  {
    id: 'faq-001',
    category: 'account',
    question: 'I forgot my password. How can I sign in again?',
    answer: 'Choose "Forgot password" below the sign-in form. The link in the mail that we send is good for one hour.',
    keywords: ['password', 'forgot', 'reset', 'sign in', 'log in', 'login'],
  },
  {
    id: 'faq-002',
    category: 'account',
    question: 'How do I change my mail address?',
    answer:
      'Open Settings, then Profile, and enter the new address. The old one stays valid until you confirm the new one.',
    keywords: ['email', 'mail address', 'change email', 'profile'],
  },
  {
    id: 'faq-003',
    category: 'account',
    question: 'How do I close my account?',
    answer:
      'Open Settings, then Account, then Close. You can take it back for 30 days; after that your data is deleted.',
    keywords: ['close account', 'delete account', 'cancel account', 'delete'],
  },
  {
    id: 'faq-004',
    category: 'billing',
    question: 'When will I be charged?',
    answer: 'On the day of the month you subscribed on. If a month is too short for that day, on its last day.',
    keywords: ['charged', 'charge', 'billing date', 'payment', 'subscription'],
  },
  {
    id: 'faq-005',
    category: 'billing',
    question: 'How do I get a refund?',
    answer: 'Write to us within 14 days of the charge and name the invoice number. The money is back within a week.',
    keywords: ['refund', 'money back', 'return', 'charged twice', 'invoice'],
  },
  {
    id: 'faq-006',
    category: 'billing',
    question: 'Which ways of paying do you accept?',
    answer:
      'Credit and debit cards everywhere, direct debit in Europe, and invoices for yearly plans of ten seats or more.',
    keywords: ['pay', 'credit card', 'payment method', 'invoice', 'card'],
  },
  {
    id: 'faq-007',
    category: 'technical',
    question: 'The app is slow or does not load. What can I do?',
    answer: 'Look at the status page first. If all is well there, empty the cache, sign out and sign in again.',
    keywords: ['slow', 'not loading', 'load', 'loading', 'crash', 'crashes', 'freezes', 'error'],
  },
  {
    id: 'faq-008',
    category: 'technical',
    question: 'How do I export my data?',
    answer: 'Open Settings, then Data, and choose CSV or JSON. Large exports are sent as a link by mail.',
    keywords: ['export', 'download', 'csv', 'backup', 'data'],
  },
  {
    id: 'faq-009',
    category: 'technical',
    question: 'Which devices and browsers work?',
    answer: 'The current and the previous version of the large browsers, and phones that still get security updates.',
    keywords: ['browser', 'device', 'phone', 'supported', 'compatible', 'version'],
  },
  {
    id: 'faq-010',
    category: 'general',
    question: 'When is support there for me?',
    answer: 'On working days from 8 to 20 o’clock Central European Time. Urgent outages are looked after at any hour.',
    keywords: ['support', 'contact', 'hours', 'opening hours', 'help', 'human'],
  },
];
