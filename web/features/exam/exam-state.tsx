import type { ReactNode } from 'react';
import classes from './exam-state.module.css';

type ExamStateProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

/** What stands in place of the questions: one thing to know, at most one thing to do. */
export function ExamState({ icon, title, children, actions }: ExamStateProps) {
  return (
    <section className={classes.state} role="status">
      <div className={classes.icon}>{icon}</div>
      <h1 className={classes.title} tabIndex={-1} data-page-title>
        {title}
      </h1>
      <div className={classes.text}>{children}</div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}
