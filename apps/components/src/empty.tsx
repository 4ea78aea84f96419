import type { ReactNode } from 'react';

/** What is shown where there is nothing yet. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-md px-4 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="mt-1 text-sm text-soft">{children}</div>}
    </div>
  );
}
