import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { applyTheme, keptTheme, type Theme, THEMES } from './theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

const sayInEnglish = (now: Theme, next: Theme): string => `Theme: ${now}. Change to ${next}`;

type ThemeButtonProps = {
  /** What the button is called, which says what is and what would be. */
  label?: (now: Theme, next: Theme) => string;
};

/** Goes round: as the system has it, light, dark. */
export function ThemeButton({ label = sayInEnglish }: ThemeButtonProps) {
  const [theme, setTheme] = useState(keptTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  const Icon = ICONS[theme];
  const change = (): void => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Button look="quiet" icon aria-label={label(theme, next)} title={label(theme, next)} onClick={change}>
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
