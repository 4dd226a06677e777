import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { previewPaper, ServedQuestion } from '#contract/questions.ts';
import { call } from '#web/api/client.ts';
import { useDiscipline } from '#web/api/discipline-choices.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { afterTick } from '#web/ui/exam-question/exam-question.tsx';
import { ClockIcon, RedrawIcon } from '#web/ui/icons.tsx';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { QuestionSteps } from '#web/ui/question-steps.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { nextSeed, type RequestedPreview, type ShownPreview } from './preview-address.ts';
import { isUnreachable, PreviewFailure, PreviewWaiting } from './preview-states.tsx';
import classes from './question-preview.module.css';
import { ServedQuestionView } from './served-question-view.tsx';

type Ticks = ReadonlyMap<number, ReadonlySet<number>>;
const none: ReadonlySet<number> = new Set();

type PaperProps = { readonly questions: readonly ServedQuestion[]; readonly whole: boolean };

/** The questions of a sample exam, one by one or all on one page. */
function Paper({ questions, whole }: PaperProps) {
  const { t } = useTranslation();
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const [index, setIndex] = useState(0);
  const addresses = useImageAddresses(imagesOfPaper(questions));
  const current = questions[Math.min(index, questions.length - 1)];
  const view = (served: ServedQuestion) => {
    const ticked = ticks.get(served.id) ?? none;
    return (
      <ServedQuestionView
        key={served.id}
        served={served}
        heading={t('questions.questionOf', { index: served.index, count: questions.length })}
        ticked={ticked}
        onTick={(answer) =>
          setTicks(new Map(ticks).set(served.id, afterTick(ticked, answer, served.answerType)))
        }
      />
    );
  };
  if (whole)
    return (
      <ImageAddressProvider value={addresses}>
        <ol className={classes.all}>
          {questions.map((served) => (
            <li key={served.id} className={classes.paper}>
              {view(served)}
            </li>
          ))}
        </ol>
      </ImageAddressProvider>
    );
  return (
    <ImageAddressProvider value={addresses}>
      <div className={classes.paper}>{current && view(current)}</div>
      <QuestionSteps
        index={index}
        questions={questions.map(({ id, index: number }) => ({
          key: id,
          number,
          isAnswered: (ticks.get(id)?.size ?? 0) > 0,
        }))}
        onStep={setIndex}
      />
    </ImageAddressProvider>
  );
}

type Requested = Extract<RequestedPreview, { of: 'paper' }>;
type SamplePaperProps = { readonly requested: Requested; readonly show: (preview: ShownPreview) => void };

/** A whole exam of a discipline as students see it. */
export function SamplePaper({ requested, show }: SamplePaperProps) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const { disciplineId, seed } = requested;
  const discipline = useDiscipline(disciplineId);
  const paper = useQuery({
    queryKey: ['questions', 'paper', disciplineId, seed],
    queryFn: ({ signal }) =>
      call<typeof previewPaper>('GET disciplines/:id/samplePaper', {
        params: { id: disciplineId },
        query: { seed },
        signal,
        handled: true,
      }),
    staleTime: 0,
  });
  if (isUnreachable(paper.error)) return <NoRights />;
  return (
    <Page
      title={t('questions.sampleExam')}
      description={
        <>
          {discipline && (
            <strong>{`${discipline.disciplineDescription} (${discipline.disciplineCode}). `}</strong>
          )}
          {t('questions.previewHint')}
        </>
      }
      actions={
        <Button
          leftSection={<RedrawIcon size={16} />}
          onClick={() => show({ ...requested, seed: nextSeed(seed) })}
        >
          {t('questions.anotherSample')}
        </Button>
      }
      filters={
        paper.isSuccess ? (
          <>
            <SegmentedControl
              aria-label={t('questions.layout')}
              value={whole ? 'all' : 'single'}
              onChange={(value) => setWhole(value === 'all')}
              data={[
                { value: 'single', label: t('questions.oneByOne') },
                { value: 'all', label: t('questions.allOnPage') },
              ]}
            />
            <span className={classes.duration}>
              <ClockIcon size={16} /> {t('questions.duration', { count: paper.data.durationMinutes })}
            </span>
          </>
        ) : undefined
      }
    >
      {paper.isPending && <PreviewWaiting />}
      {paper.isError && <PreviewFailure error={paper.error} onRetry={() => void paper.refetch()} />}
      {paper.isSuccess && <Paper key={seed} questions={paper.data.questions} whole={whole} />}
    </Page>
  );
}
