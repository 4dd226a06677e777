import type { ReactNode } from 'react';
import classes from './choice-list.module.css';

export type Choice = {
  readonly id: string;
  readonly name: string;
  /** A few short facts, shown on one line. */
  readonly facts: readonly string[];
  readonly action: ReactNode;
};

/** Exams that can be started, each with its facts and its start button. */
export function ChoiceList({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ul className={classes.list}>
      {choices.map(({ id, name, facts, action }) => (
        <li key={id} className={classes.line} data-tour="row">
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
