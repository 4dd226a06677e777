import { Box, Table, type TableProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './list-table.module.css';

type TableFrameProps = Omit<TableProps, 'className'> & {
  readonly label: string;
  readonly className?: string | undefined;
  /** It belongs to a row of another table, whose header stays in view instead of its own. */
  readonly isNested?: boolean | undefined;
  /** A few short columns, which stand close together. */
  readonly isSlim?: boolean | undefined;
};

/** Whether a table has more columns than its frame can show at once. */
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

/** A dense table as high as its rows: the page scrolls. Only one wider than the page scrolls sideways, with the keyboard too. */
export function TableFrame({ label, className, isNested, isSlim, ...table }: TableFrameProps) {
  const { frame, isWide } = useIsWide();
  return (
    <Box
      ref={frame}
      role="group"
      className={className === undefined ? classes.frame : `${classes.frame} ${className}`}
      data-nested={isNested || undefined}
      data-slim={isSlim || undefined}
      data-wide={isWide || undefined}
      aria-label={label}
      {...(isWide ? { tabIndex: 0 } : {})}
    >
      <Table className={classes.table} verticalSpacing={6} {...table} />
    </Box>
  );
}
