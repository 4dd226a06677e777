import { clockText } from '#web/base/format.ts';
import classes from './countdown.module.css';

const dayMilliseconds = 24 * 3_600_000;

type CountdownProps = {
  readonly label: string;
  readonly milliseconds: number;
  /** The text for a day and more. */
  readonly days: (count: number) => string;
  readonly className?: string | undefined;
};

/** The time left; long times are given in days. */
export const Countdown = ({ label, milliseconds, days, className = '' }: CountdownProps) => (
  <p className={`${classes.countdown} ${className}`} role="timer">
    <span>{label}</span>
    <strong>
      {milliseconds >= dayMilliseconds
        ? days(Math.floor(milliseconds / dayMilliseconds))
        : clockText(milliseconds)}
    </strong>
  </p>
);
