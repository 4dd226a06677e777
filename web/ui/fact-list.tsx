import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

type FactListProps = {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  readonly className: string | undefined;
};

/** Labels with their values. */
export const FactList = ({ facts, className }: FactListProps) => (
  <dl className={`${classes.facts} ${className}`}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
