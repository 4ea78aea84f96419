import type { Section } from './language.ts';

const en = {
  title: 'Jobs',
  views: { chat: 'Chat', jobs: 'Jobs', resumes: 'Resumes', tailor: 'Tailor', analytics: 'Analytics' },
  navigation: 'Views',
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  loadAgain: 'Reload',
  lost: 'The app does not respond. Reconnecting; nothing is lost.',
  unreachable: 'The app cannot be reached right now.',
  broken: (message: string) => `This view cannot be shown: ${message}`,
  /** What the button says that changes to the other language, in that language. */
  otherLanguage: '中文',
  changeLanguage: 'Switch to Chinese',
  theme: (now: string, next: string) => `Theme: ${now}. Change to ${next}`,
  themes: { system: 'system', light: 'light', dark: 'dark' },
  forget: 'Forget this device',
  forgetTitle: 'Forget this device?',
  forgetWarning:
    'This browser is signed out. To sign in again, you need a new pairing code, which the app prints when it starts.',
  pairing: {
    heading: 'Pair this browser',
    introduction:
      'The app prints a pairing code in its terminal when it starts. It works for one device and ten minutes.',
    code: 'Pairing code',
    codeHint: 'For example ABCD-EFGH',
    address: 'Address of the app',
    addressHint: 'Where the app listens, for example http://127.0.0.1:3033',
    addressRefused: 'This address cannot be used.',
    pair: 'Pair',
    pairing: 'Pairing',
    refused: 'The app no longer knows this browser. Pair it again.',
  },
};

/** The words around every view, and of the first meeting. */
export const shellWords: Section<typeof en> = {
  en,
  zh: {
    title: '求职',
    views: { chat: '对话', jobs: '职位', resumes: '简历', tailor: '定制', analytics: '分析' },
    navigation: '视图',
    loading: '正在加载',
    close: '关闭',
    cancel: '取消',
    tryAgain: '重试',
    loadAgain: '重新加载',
    lost: '应用没有响应，正在重新连接；期间不会丢失任何内容。',
    unreachable: '目前无法连接到应用。',
    broken: (message: string) => `无法显示此视图：${message}`,
    otherLanguage: 'English',
    changeLanguage: '切换到英文',
    theme: (now: string, next: string) => `颜色：${now}。切换为${next}`,
    themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    forget: '忘记此设备',
    forgetTitle: '要忘记此设备吗？',
    forgetWarning: '此浏览器的令牌将失效。再次使用时需要新的配对码，应用启动时会显示。',
    pairing: {
      heading: '配对此浏览器',
      introduction: '应用启动时会在终端显示配对码。每个配对码只能用于一台设备，十分钟内有效。',
      code: '配对码',
      codeHint: '例如 ABCD-EFGH',
      address: '应用地址',
      addressHint: '应用监听的地址，例如 http://127.0.0.1:3033',
      addressRefused: '无法使用此地址。',
      pair: '配对',
      pairing: '正在配对',
      refused: '应用不再认识此浏览器，请重新配对。',
    },
  },
};
