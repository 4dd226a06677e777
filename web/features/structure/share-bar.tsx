import classes from './structure.module.css';

type ShareBarProps = {
  readonly asked: number;
  readonly entered: number;
  /** What the whole width stands for, so that bars under each other can be compared. */
  readonly of: number;
};

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.min(100, (part / whole) * 100)}%`;

/** How much is entered and how much of it is asked, to the eye; the figures stand beside it. */
export function ShareBar({ asked, entered, of }: ShareBarProps) {
  return (
    <span className={classes.bar} aria-hidden="true" data-over={asked > entered || undefined}>
      <span className={classes.barEntered} style={{ width: percent(Math.max(entered, asked), of) }}>
        <span className={classes.barAsked} style={{ width: percent(asked, Math.max(entered, asked)) }} />
      </span>
    </span>
  );
}
