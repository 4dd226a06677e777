import type { ReactNode } from 'react';
import classes from './list-cards.module.css';

/** Rows as compact cards, for narrow screens. */
export function Cards({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {children}
    </ul>
  );
}

type CardProps = { readonly children: ReactNode; readonly isWrong?: boolean };

export function Card({ children, isWrong }: CardProps) {
  return (
    <li className={classes.card} data-wrong={isWrong || undefined} data-tour="row">
      {children}
    </li>
  );
}

type Fact = { readonly name: string; readonly label: string; readonly value: ReactNode };

/** The facts of a card, one per line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, label, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
