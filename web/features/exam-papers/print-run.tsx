import { Alert, Button, Progress } from '@mantine/core';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintedPaper } from '#contract/exam-print.ts';
import { batchesOf, paginate, papersPerBatch } from '#domain/print/pages.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ChevronLeftIcon, PrintIcon } from '#web/ui/icons.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './paper.module.css';
import { BlockView, blocksOf, imagesOf, type PaperBlock } from './paper-blocks.tsx';
import { fetchPapers } from './paper-calls.ts';
import type { PrintOptions } from './print-options.ts';

/** How many papers are fetched and measured at once. */
const atOnce = 10;
/** The height of a page between running head and foot: A4 less margins, in CSS pixels. */
const pageHeight = (247 / 25.4) * 96;

/** Papers set their own page margins; other screens keep those of the printer. */
const pageStyle = '@page { size: a4; margin: 0; }';

type PrintItem = { readonly of: 'appointment' | 'template'; readonly id: number };
type LaidOutPaper = {
  readonly paper: PrintedPaper;
  readonly blocks: readonly PaperBlock[];
  readonly pages: readonly (readonly number[])[];
};

const idsOf = (wanted: readonly PrintItem[], of: PrintItem['of']) =>
  wanted.filter((one) => one.of === of).map(({ id }) => id);

/** Waits until the images of an element are loaded; a failed one does not block the others. */
const imagesLoaded = (root: HTMLElement) =>
  Promise.all([...root.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined)));

type MeasuringProps = {
  readonly papers: readonly PrintedPaper[];
  readonly options: PrintOptions;
  readonly onLaid: (laid: readonly LaidOutPaper[]) => void;
};

/** Renders papers offscreen, measures their blocks and distributes them over pages. */
function Measuring({ papers, options, onLaid }: MeasuringProps) {
  const root = useRef<HTMLDivElement>(null);
  const all = useMemo(
    () => papers.map((paper) => ({ paper, blocks: blocksOf(paper, options) })),
    [papers, options],
  );
  const names = useMemo(() => papers.flatMap(imagesOf), [papers]);
  const addresses = useImageAddresses(names);
  const isReady = names.every((name) => addresses.addressOf(name).state !== 'waiting');
  useLayoutEffect(() => {
    const element = root.current;
    if (!element || !isReady) return;
    let isUnmounted = false;
    void Promise.all([document.fonts.ready, imagesLoaded(element)]).then(() => {
      if (isUnmounted) return;
      const measured = [...element.children].map((paper) =>
        [...paper.children].map((block) => block.getBoundingClientRect().height),
      );
      onLaid(
        all.map(({ paper, blocks }, index) => ({
          paper,
          blocks,
          pages: paginate(
            blocks.map((block, at) => ({ ...block, height: measured[index]?.[at] ?? 0 })),
            pageHeight,
          ),
        })),
      );
    });
    return () => {
      isUnmounted = true;
    };
  }, [all, isReady, onLaid]);
  return (
    <ImageAddressProvider value={addresses}>
      <div ref={root} className={classes.measuring} aria-hidden="true">
        {all.map(({ paper, blocks }) => (
          <div key={paper.code}>
            {blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change their order
              <div key={index} className={classes.block}>
                <BlockView paper={paper} block={block} options={options} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </ImageAddressProvider>
  );
}

function PaperPages({ laid: { paper, blocks, pages }, options }: PaperPagesProps) {
  const { t } = useTranslation();
  const addresses = useImageAddresses(imagesOf(paper));
  const { sitting } = paper;
  const who = sitting
    ? [sitting.studentName, sitting.matricol].filter(Boolean).join(' · ')
    : t('examPrint.template', { number: paper.templateNumber });
  const needsBlank = options.duplex && pages.length % 2 === 1;
  return (
    <ImageAddressProvider value={addresses}>
      {pages.map((page, index) => (
        <article key={page[0]} className={classes.page} aria-label={`${who}, ${index + 1}`}>
          <header className={classes.head}>
            <span>{paper.examName}</span>
            <span>{who}</span>
          </header>
          <div className={classes.content}>
            {page.map((at) => {
              const block = blocks[at];
              return (
                block && (
                  <div key={at} className={classes.block}>
                    <BlockView paper={paper} block={block} options={options} />
                  </div>
                )
              );
            })}
          </div>
          <footer className={classes.foot}>
            <span>{paper.code}</span>
            <span>{t('examPrint.page', { page: index + 1, pages: pages.length })}</span>
          </footer>
        </article>
      ))}
      {needsBlank && (
        <article className={classes.page} data-blank>
          <p>{t('examPrint.blank')}</p>
        </article>
      )}
    </ImageAddressProvider>
  );
}
type PaperPagesProps = { readonly laid: LaidOutPaper; readonly options: PrintOptions };

type Batch = { readonly laid: readonly LaidOutPaper[]; readonly withoutPaper: number };
const nothing: Batch = { laid: [], withoutPaper: 0 };

/** Fetches and lays out one batch of papers, some at a time, so that the page stays responsive. */
function useBatch(wanted: readonly PrintItem[], options: PrintOptions) {
  const [batch, setBatch] = useState(nothing);
  const [fetched, setFetched] = useState<readonly PrintedPaper[]>();
  const [roundIndex, setRoundIndex] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const rounds = useMemo(() => batchesOf(wanted, atOnce), [wanted]);

  useEffect(() => {
    const round = rounds[roundIndex];
    if (!round) return;
    let isUnmounted = false;
    fetchPapers({
      appointments: idsOf(round, 'appointment'),
      templates: idsOf(round, 'template'),
      withKey: options.key,
      withTicks: options.ticks,
    }).then(
      ({ papers, withoutPaper }) => {
        if (isUnmounted) return;
        setBatch((before) => ({ ...before, withoutPaper: before.withoutPaper + withoutPaper.length }));
        if (papers.length === 0) setRoundIndex((before) => before + 1);
        else setFetched(papers);
      },
      () => !isUnmounted && setFailed(true),
    );
    return () => {
      isUnmounted = true;
    };
  }, [rounds, roundIndex, options]);

  const [onLaid] = useState(() => (laid: readonly LaidOutPaper[]) => {
    setBatch((before) => ({ ...before, laid: [...before.laid, ...laid] }));
    setFetched(undefined);
    setRoundIndex((before) => before + 1);
  });
  return {
    batch,
    fetched,
    onLaid,
    hasFailed,
    done: Math.min(wanted.length, roundIndex * atOnce),
    isDone: roundIndex >= rounds.length,
  };
}

type PrintRunProps = {
  readonly appointments: readonly number[];
  readonly templates: readonly number[];
  readonly options: PrintOptions;
  readonly onBack: () => void;
};

/** Prints the chosen papers in batches; each is laid out on pages before it is printed. */
export function PrintRun({ appointments, templates, options, onBack }: PrintRunProps) {
  const [at, setAt] = useState(0);
  const batches = useMemo(
    () =>
      batchesOf<PrintItem>(
        [
          ...templates.map((id) => ({ of: 'template', id }) as const),
          ...appointments.map((id) => ({ of: 'appointment', id }) as const),
        ],
        papersPerBatch,
      ),
    [appointments, templates],
  );
  return (
    <PrintBatch
      key={at}
      wanted={batches[at] ?? []}
      options={options}
      place={{ at, count: batches.length, goTo: setAt, onBack }}
    />
  );
}

type PrintBatchProps = {
  readonly wanted: readonly PrintItem[];
  readonly options: PrintOptions;
  readonly place: {
    readonly at: number;
    readonly count: number;
    readonly goTo: (at: number) => void;
    readonly onBack: () => void;
  };
};

function PrintBatch({ wanted, options, place: { at, count, goTo, onBack } }: PrintBatchProps) {
  const { t } = useTranslation();
  const { batch, fetched, onLaid, hasFailed, done, isDone } = useBatch(wanted, options);
  const pages = batch.laid.reduce((sum, laid) => sum + laid.pages.length, 0);
  return (
    <div className={classes.run}>
      <style>{pageStyle}</style>
      <div className={classes.controls} data-print="hidden">
        <h1 className={classes.title} tabIndex={-1} data-page-title>
          {t('screens.AdminExamPrint')}
        </h1>
        <Button variant="default" leftSection={<ChevronLeftIcon size={16} />} onClick={onBack}>
          {t('examPrint.stop')}
        </Button>
        {isDone && pages > 0 && (
          <Button leftSection={<PrintIcon size={16} />} onClick={() => window.print()}>
            {t('examPrint.print')}
          </Button>
        )}
        {count > 1 && (
          <>
            <Button variant="default" disabled={at === 0} onClick={() => goTo(at - 1)}>
              {t('examPrint.previousPortion')}
            </Button>
            <Button variant="default" disabled={at + 1 >= count} onClick={() => goTo(at + 1)}>
              {t('examPrint.nextPortion')}
            </Button>
          </>
        )}
        <p role="status" className={classes.status}>
          {isDone
            ? t('examPrint.portion', {
                portion: at + 1,
                portions: count,
                papers: batch.laid.length,
                pages,
              })
            : t('examPrint.preparing', { done, all: wanted.length })}
        </p>
        {!isDone && !hasFailed && (
          <Progress
            value={(100 * done) / Math.max(1, wanted.length)}
            aria-label={t('examPrint.preparing', { done, all: wanted.length })}
            className={classes.progress}
          />
        )}
        {batch.withoutPaper > 0 && (
          <Alert color="yellow">{t('examPrint.withoutPaper', { count: batch.withoutPaper })}</Alert>
        )}
        {hasFailed && <ErrorPanel onRetry={onBack}>{t('examPrint.failed')}</ErrorPanel>}
      </div>
      {fetched && <Measuring key={done} papers={fetched} options={options} onLaid={onLaid} />}
      <div className={classes.pages}>
        {batch.laid.map((laid) => (
          <PaperPages key={laid.paper.code} laid={laid} options={options} />
        ))}
      </div>
    </div>
  );
}
