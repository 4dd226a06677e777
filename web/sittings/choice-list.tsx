import type { ReactNode } from 'react';
import classes from './choice-list.module.css';

export type Choice = {
  readonly id: string;
  readonly name: string;
  /** A few short facts, said in one quiet line. */
  readonly facts: readonly string[];
  readonly action: ReactNode;
};

/** Exams that can be begun: what each is, and the button that begins it at the end of its line. */
export function ChoiceList({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ul className={classes.list}>
      {choices.map(({ id, name, facts, action }) => (
        <li key={id} className={classes.line}>
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.facts}>{facts.join(' · ')}</span>
          </span>
          <span className={classes.action}>{action}</span>
        </li>
      ))}
    </ul>
  );
}
