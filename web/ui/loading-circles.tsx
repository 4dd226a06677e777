import { useEffect, useState } from 'react';
import classes from './loading-circles.module.css';

/** Nine circles, one step every 100 ms (spec section 9). */
const circles = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const tickMilliseconds = 100;

/** The wait of a whole page; parts of a page show skeletons instead. */
export function LoadingCircles({ text = 'loading' }: { readonly text?: string }) {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((previous) => (previous + 1) % circles.length), tickMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={classes.wait} role="status">
      <div className={classes.grid} aria-hidden="true">
        {circles.map((circle) => (
          <span key={circle} className={classes.circle} data-lit={circle === tick || undefined} />
        ))}
      </div>
      <span className={classes.text}>{text}</span>
    </div>
  );
}
