import classes from './statistics.module.css';

type ShareBarProps = { readonly share: number; readonly tone: 'best' | 'worst' | 'all' };

/** A share as a bar next to its number. */
export function ShareBar({ share, tone }: ShareBarProps) {
  return (
    <span className={classes.spark} aria-hidden>
      <span data-tone={tone} style={{ width: `${Math.round(100 * share)}%` }} />
    </span>
  );
}
