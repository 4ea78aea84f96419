import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

export type DialogProps = {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** What the button that closes it is called. */
  closeLabel?: string;
};

/**
 * A sheet before everything else. The browser's own: it keeps the focus inside and closes with Escape, without the style
 * elements that a strict content security policy forbids.
 */
export function Dialog({ title, open, onClose, children, closeLabel = 'Close' }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current!;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onClose={onClose}
      className="m-auto w-[min(40rem,calc(100vw-2rem))] rounded-lg border border-line bg-card p-4 text-ink shadow-xl backdrop:bg-black/40"
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id={heading} className="text-base font-semibold">
          {title}
        </h2>
        <Button look="quiet" icon aria-label={closeLabel} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {open && children}
    </dialog>
  );
}
