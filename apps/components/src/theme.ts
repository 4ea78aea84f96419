export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'posthouse-theme';

/** What the reader has chosen before; the choice of the system unless there is one. */
export function keptTheme(): Theme {
  const kept = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
  localStorage.setItem(STORED, theme);
}
