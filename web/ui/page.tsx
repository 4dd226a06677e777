import type { ReactNode } from 'react';
import classes from './page.module.css';

type PageProps = {
  readonly title: ReactNode;
  /** A short subtitle, where the title alone is not enough. */
  readonly description?: ReactNode;
  /** The primary action, to the right of the title. */
  readonly actions?: ReactNode;
  /** Search and filters, in their own row. */
  readonly filters?: ReactNode;
  readonly children: ReactNode;
};

/** The layout of a page: title left, primary action right, filters below, then one column of content. */
export function Page({ title, description, actions, filters, children }: PageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.titleRow}>
        <div className={classes.titles}>
          <h1 className={classes.title} tabIndex={-1} data-page-title data-tour="page-title">
            {title}
          </h1>
          {description !== undefined && <p className={classes.description}>{description}</p>}
        </div>
        {actions !== undefined && (
          <div className={classes.actions} data-tour="page-actions">
            {actions}
          </div>
        )}
      </div>
      {filters !== undefined && (
        <div className={classes.filters} data-tour="page-filters">
          {filters}
        </div>
      )}
      <div data-tour="page-content">{children}</div>
    </div>
  );
}
