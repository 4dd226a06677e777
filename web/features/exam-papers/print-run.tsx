import { Alert, Button, Progress } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintedPaper } from '#contract/exam-print.ts';
import { batchesOf, papersPerBatch } from '#domain/print/pages.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ChevronLeftIcon, PrintIcon } from '#web/ui/icons.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './paper.module.css';
import { BlockView, imagesOf } from './paper-blocks.tsx';
import { fetchPapers } from './paper-calls.ts';
import { type LaidOutPaper, Measuring } from './paper-measuring.tsx';
import type { PrintOptions } from './print-options.ts';

/** How many papers are fetched and measured at once. */
const atOnce = 10;

/** Papers set their own page margins; other screens keep those of the printer. */
const pageStyle = '@page { size: a4; margin: 0; }';

type PrintItem = { readonly of: 'appointment' | 'template'; readonly id: number };
const idsOf = (wanted: readonly PrintItem[], of: PrintItem['of']) =>
  wanted.filter((one) => one.of === of).map(({ id }) => id);

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
                  <div
                    key={at}
                    className={classes.block}
                    data-piece={(block.type === 'question' && block.piece !== undefined) || undefined}
                  >
                    <BlockView paper={paper} block={block} options={options} />
                  </div>
                )
              );
            })}
          </div>
          <footer className={classes.foot}>
            <span>{sitting && paper.code}</span>
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

/** The papers of a batch, and the appointments that have none yet. */
type Batch = { readonly laid: readonly LaidOutPaper[]; readonly withoutPaper: readonly number[] };
const nothing: Batch = { laid: [], withoutPaper: [] };

/** Fetches and lays out one batch of papers, some at a time, so that the page stays responsive. */
function useBatch({
  wanted,
  options,
  freeze,
  onPrepared,
  onRefused,
}: Pick<PrintBatchProps, 'wanted' | 'options' | 'freeze' | 'onPrepared' | 'onRefused'>) {
  const [batch, setBatch] = useState(nothing);
  const [fetched, setFetched] = useState<readonly PrintedPaper[]>();
  const [roundIndex, setRoundIndex] = useState(0);
  /** The attempt that failed, and the refusal if it was one; retrying fetches the same papers again. */
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<{
    readonly attempt: number;
    readonly refusal: string | undefined;
  }>();
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
      freeze,
    }).then(
      ({ papers, withoutPaper }) => {
        onPrepared(idsOf(round, 'template'));
        if (isUnmounted) return;
        setBatch((before) => ({ ...before, withoutPaper: [...before.withoutPaper, ...withoutPaper] }));
        if (papers.length === 0) setRoundIndex((before) => before + 1);
        else setFetched(papers);
      },
      (error: unknown) => {
        const isRefused = error instanceof ApiError && error.code === 'template.printFreezes';
        if (isRefused) onRefused();
        if (!isUnmounted)
          setFailure({ attempt, refusal: isRefused ? textsOfError(error).join(' ') : undefined });
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [rounds, roundIndex, options, freeze, attempt, onPrepared, onRefused]);

  const [onLaid] = useState(() => (laid: readonly LaidOutPaper[]) => {
    setBatch((before) => ({ ...before, laid: [...before.laid, ...laid] }));
    setFetched(undefined);
    setRoundIndex((before) => before + 1);
  });
  return {
    batch,
    fetched,
    onLaid,
    failure: failure?.attempt === attempt ? failure : undefined,
    retry: () => setAttempt((before) => before + 1),
    done: Math.min(wanted.length, roundIndex * atOnce),
    isDone: roundIndex >= rounds.length,
  };
}

/** A student with an appointment, by the id of the appointment. */
type Student = { readonly id: number; readonly studentName: string };

type PrintRunProps = {
  readonly students: readonly Student[];
  readonly templates: readonly number[];
  readonly options: PrintOptions;
  /** Whether it was confirmed that templates are frozen. */
  readonly freeze: boolean;
  /** Told which templates the server has prepared, and frozen unless the key is printed; the same function on every render. */
  readonly onPrepared: (templates: readonly number[]) => void;
  /** Told when the server refuses to freeze templates unasked; the same function on every render. */
  readonly onRefused: () => void;
  readonly onBack: () => void;
};

/** Prints the chosen papers in batches; each is laid out on pages before it is printed. */
export function PrintRun({ students, templates, onBack, ...printed }: PrintRunProps) {
  const [at, setAt] = useState(0);
  const batches = useMemo(
    () =>
      batchesOf<PrintItem>(
        [
          ...templates.map((id) => ({ of: 'template', id }) as const),
          ...students.map(({ id }) => ({ of: 'appointment', id }) as const),
        ],
        papersPerBatch,
      ),
    [students, templates],
  );
  return (
    <PrintBatch
      key={at}
      wanted={batches[at] ?? []}
      students={students}
      {...printed}
      step={{ at, count: batches.length, goTo: setAt, onBack }}
    />
  );
}

type PrintBatchProps = {
  readonly wanted: readonly PrintItem[];
  readonly students: readonly Student[];
  readonly options: PrintOptions;
  readonly freeze: boolean;
  readonly onPrepared: PrintRunProps['onPrepared'];
  readonly onRefused: PrintRunProps['onRefused'];
  readonly step: {
    readonly at: number;
    readonly count: number;
    readonly goTo: (at: number) => void;
    readonly onBack: () => void;
  };
};

function PrintBatch({ students, step, ...printed }: PrintBatchProps) {
  const { t } = useTranslation();
  const { at, count, goTo, onBack } = step;
  const { wanted, options } = printed;
  const { batch, fetched, onLaid, failure, retry, done, isDone } = useBatch(printed);
  const missing = students.flatMap(({ id, studentName }) =>
    batch.withoutPaper.includes(id) ? [studentName] : [],
  );
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
        {!isDone && !failure && (
          <Progress
            value={(100 * done) / Math.max(1, wanted.length)}
            aria-label={t('examPrint.preparing', { done, all: wanted.length })}
            className={classes.progress}
          />
        )}
        {missing.length > 0 && (
          <Alert color="yellow" title={t('examPrint.withoutPaper', { count: missing.length })}>
            {missing.join(', ')}
          </Alert>
        )}
        {failure && (
          <ErrorPanel onRetry={failure.refusal === undefined ? retry : undefined}>
            {failure.refusal ?? t('examPrint.failed')}
          </ErrorPanel>
        )}
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
