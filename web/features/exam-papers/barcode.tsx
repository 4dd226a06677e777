import { useTranslation } from 'react-i18next';
import { code128Widths } from '#domain/print/code128.ts';
import classes from './paper.module.css';

/** Scanners need this much white on both sides, in modules. */
const quiet = 10;

/** A machine-readable code with its text below. */
export function Barcode({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  let at = quiet;
  const bars = code128Widths(code).flatMap((width, index) => {
    const bar = index % 2 === 0 ? [{ at, width }] : [];
    at += width;
    return bar;
  });
  return (
    <div className={classes.code}>
      <svg
        viewBox={`0 0 ${at + quiet} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('examPrint.codeLabel', { code })}
        shapeRendering="crispEdges"
      >
        {bars.map((bar) => (
          <rect key={bar.at} x={bar.at} y={0} width={bar.width} height={40} fill="#000" />
        ))}
      </svg>
      <span>{code}</span>
    </div>
  );
}
