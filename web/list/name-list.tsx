import { Tooltip, VisuallyHidden } from '@mantine/core';
import classes from './name-list.module.css';

/** How many names fit in a cell. */
const shown = 1;

/** Several names on one line: the first and a count; hovering shows them all. */
export function NameList({ names }: { readonly names: readonly string[] }) {
  const [first, ...others] = [names.slice(0, shown).join(', '), ...names.slice(shown)];
  if (first === '') return '-';
  if (others.length === 0)
    return (
      <span className={classes.first} title={first}>
        {first}
      </span>
    );
  return (
    <Tooltip label={names.join(', ')} multiline maw="24rem">
      <span className={classes.names}>
        <span className={classes.first} aria-hidden="true">
          {first}
        </span>
        <span className={classes.more} aria-hidden="true">
          +{others.length}
        </span>
        <VisuallyHidden>{names.join(', ')}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
