import type { ReactNode } from 'react';
import { FactList } from '#web/ui/fact-list.tsx';
import classes from './student-page.module.css';

/** Facts about a student; empty ones are left out. */
export function StudentFacts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <FactList facts={facts.filter(([, value]) => value !== null && value !== '')} className={classes.facts} />
  );
}
