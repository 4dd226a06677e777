import { useEffect, useRef } from 'react';
import classes from './loading-circles.module.css';

/** Nine circles, one step every 100 ms (SHELL-10). */
const circles = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const tickMilliseconds = 100;

/** The loading indicator of a whole page; parts of a page show skeletons instead. */
export function LoadingCircles({ text = 'loading' }: { readonly text?: string }) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Bypasses React on purpose: a state update every 100 ms would interrupt the rendering of the very page that is
    // loading, and on a slow computer it would never finish.
    let lit = 0;
    grid.current?.children[lit]?.setAttribute('data-lit', 'true');
    const timer = setInterval(() => {
      const all = grid.current?.children;
      all?.[lit]?.removeAttribute('data-lit');
      lit = (lit + 1) % circles.length;
      all?.[lit]?.setAttribute('data-lit', 'true');
    }, tickMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={classes.wait} role="status">
      <div ref={grid} className={classes.grid} aria-hidden="true">
        {circles.map((circle) => (
          <span key={circle} className={classes.circle} />
        ))}
      </div>
      <span className={classes.text}>{text}</span>
    </div>
  );
}
