import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';

/** A sheet with something on it. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={joinClasses('rounded-lg border border-line bg-card', className)} {...rest} />;
}
