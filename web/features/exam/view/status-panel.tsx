import type { ReactNode } from 'react';
import classes from './status-panel.module.css';

type StatusPanelProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

/** Replaces the questions with one message and at most one action. */
export function StatusPanel({ icon, title, children, actions }: StatusPanelProps) {
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
