import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

type CopyButtonProps = { text: string; label: string; copied?: string };

/** Puts a text where it can be pasted from, and says that it has. */
export function CopyButton({ text, label, copied: done = 'Copied' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button look="quiet" icon aria-label={copied ? done : label} title={label} onClick={() => void copy()}>
      <Icon aria-hidden className="size-3.5" />
    </Button>
  );
}
