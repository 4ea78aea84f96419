import type { Section } from './language.ts';

const en = {
  page: 'Current page',
  empty: 'No posting on this page.',
  closed: 'To look for a posting here, click the icon of the extension, or let it look automatically:',
  sealed: 'This page cannot be read.',
  allow: { boards: 'On known boards', everywhere: 'On every page' },
  save: 'Save',
  saving: 'Saving',
  open: 'Open the job',
  outcomes: {
    created: 'Saved',
    updated: 'Updated',
    known: 'Already saved',
  },
  several: (count: number) => `One of ${count} postings on this page`,
  which: (number: number, count: number, title: string) => `${number} of ${count}: ${title}`,
};

/** The words about the page beside the panel, in the extension. */
export const panelWords: Section<typeof en> = {
  en,
  zh: {
    page: '旁边的页面',
    empty: '此页面上没有职位。',
    closed: '要在此页面查找职位，请点击扩展程序图标，或允许它自动查找：',
    sealed: '无法读取此页面。',
    allow: { boards: '在已知招聘网站上', everywhere: '在所有页面上' },
    save: '保存',
    saving: '正在保存',
    open: '查看职位',
    outcomes: {
      created: '已保存',
      updated: '已更新',
      known: '之前已保存',
    },
    several: (count: number) => `此页面上有 ${count} 个职位`,
    which: (number: number, count: number, title: string) => `${number} / ${count}：${title}`,
  },
};
