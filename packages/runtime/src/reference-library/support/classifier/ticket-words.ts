export type Category = 'billing' | 'technical' | 'account' | 'general';
export type Priority = 'urgent' | 'high' | 'medium' | 'low';

/** The words by which a ticket is sorted. */
export const CATEGORY_WORDS: Readonly<Record<Category, readonly string[]>> = {
  billing: [
    'invoice',
    'charge',
    'charged',
    'refund',
    'payment',
    'pay',
    'price',
    'subscription',
    'bill',
    'billing',
    'card',
  ],
  technical: [
    'error',
    'bug',
    'crash',
    'crashes',
    'slow',
    'broken',
    'not working',
    'loading',
    'outage',
    'down',
    'export',
  ],
  account: ['account', 'password', 'login', 'log in', 'sign in', 'email', 'profile', 'locked', 'access', 'username'],
  general: ['question', 'information', 'feedback', 'suggestion', 'hours', 'contact', 'wondering', 'idea'],
};

export const PRIORITY_WORDS: Readonly<Record<Priority, readonly string[]>> = {
  urgent: [
    'urgent',
    'immediately',
    'emergency',
    'asap',
    'right now',
    'outage',
    'security',
    'hacked',
    'data loss',
    'down',
  ],
  high: ['important', 'soon', 'cannot work', 'blocked', 'deadline', 'charged twice', 'locked out', 'customers'],
  medium: ['problem', 'issue', 'trouble', 'help', 'not working', 'wrong'],
  low: ['question', 'wondering', 'suggestion', 'feedback', 'when possible', 'no rush', 'idea', 'minor'],
};

export const PRIORITY_WEIGHTS: Readonly<Record<Priority, number>> = { urgent: 4, high: 3, medium: 2, low: 1 };

export const NEXT_STEPS: Readonly<Record<Category, readonly string[]>> = {
  billing: ['Look at the account’s invoices and payments.', 'Check whether a refund is due.'],
  technical: ['Look at the status page and the error reports.', 'Ask for device, browser and the exact steps.'],
  account: [
    'Verify who is writing before changing anything.',
    'Send the link for a new password if that is what is missing.',
  ],
  general: ['Look for an answer in the FAQ.', 'Pass ideas on to the product team.'],
};
