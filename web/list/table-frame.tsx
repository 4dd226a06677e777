import { Box, Table, type TableProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './list-table.module.css';

type TableFrameProps = Omit<TableProps, 'className' | 'aria-label'> & {
  /** The accessible name of the table. */
  readonly label: string;
  readonly className?: string | undefined;
  /** The table belongs to a row of another table, whose header is sticky instead of its own. */
  readonly isNested?: boolean | undefined;
  /** A few short columns, set close together. */
  readonly isSlim?: boolean | undefined;
};

/** Whether a table is wider than its frame. */
function useIsWide() {
  const frame = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useLayoutEffect(() => {
    const [outer, table] = [frame.current, frame.current?.querySelector('table')];
    if (!outer || !table) return;
    const measure = () => setIsWide(table.offsetWidth > outer.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { frame, isWide };
}

/**
 * A dense table as high as its rows: the page scrolls. A table wider than the page scrolls sideways, also with the
 * keyboard.
 */
export function TableFrame({ label, className, isNested, isSlim, ...table }: TableFrameProps) {
  const { frame, isWide } = useIsWide();
  return (
    <Box
      ref={frame}
      className={className === undefined ? classes.frame : `${classes.frame} ${className}`}
      data-nested={isNested || undefined}
      data-slim={isSlim || undefined}
      data-wide={isWide || undefined}
      {...(isWide ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      <Table className={classes.table} aria-label={label} verticalSpacing={6} {...table} />
    </Box>
  );
}
