import type { ReactNode } from 'react';

type FactListProps = {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  readonly className: string | undefined;
};

/** Labels with their values. */
export const FactList = ({ facts, className }: FactListProps) => (
  <dl className={className}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
