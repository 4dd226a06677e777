import classes from './structure.module.css';

type ShareBarProps = {
  readonly asked: number;
  readonly entered: number;
  /** The value of the full width, so that stacked bars are comparable. */
  readonly of: number;
};

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.min(100, (part / whole) * 100)}%`;

/** A bar of entered and asked questions; decorative, since the numbers are next to it. */
export function ShareBar({ asked, entered, of }: ShareBarProps) {
  return (
    <span className={classes.bar} aria-hidden="true" data-over={asked > entered || undefined}>
      <span className={classes.barEntered} style={{ width: percent(Math.max(entered, asked), of) }}>
        <span className={classes.barAsked} style={{ width: percent(asked, Math.max(entered, asked)) }} />
      </span>
    </span>
  );
}
