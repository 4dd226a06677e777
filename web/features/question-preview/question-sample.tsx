import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { previewQuestion, ServedQuestion } from '#contract/questions.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { call } from '#web/api/client.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { afterTick } from '#web/ui/exam-question/exam-question.tsx';
import { EditIcon, HistoryIcon, RedrawIcon } from '#web/ui/icons.tsx';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { nextSeed, type RequestedPreview, type ShownPreview } from './preview-address.ts';
import { isUnreachable, PreviewFailure, PreviewWaiting } from './preview-states.tsx';
import classes from './question-preview.module.css';
import { ServedQuestionView } from './served-question-view.tsx';

type Requested = Extract<RequestedPreview, { of: 'question' }>;
type QuestionSampleProps = { readonly requested: Requested; readonly show: (preview: ShownPreview) => void };

function Sample({ served }: { readonly served: ServedQuestion }) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const addresses = useImageAddresses(imagesOfPaper([served]));
  return (
    <ImageAddressProvider value={addresses}>
      <div className={classes.paper}>
        <ServedQuestionView
          served={served}
          ticked={ticked}
          onTick={(answer) => setTicked(afterTick(ticked, answer, served.answerType))}
        />
      </div>
    </ImageAddressProvider>
  );
}

/** One question as students see it, drawn as simple or complex and redrawn on request. */
export function QuestionSample({ requested, show }: QuestionSampleProps) {
  const { t } = useTranslation();
  const { questionId, kind, seed } = requested;
  const preview = useQuery({
    queryKey: ['questions', 'preview', questionId, kind, seed],
    queryFn: ({ signal }) =>
      call<typeof previewQuestion>('GET questions/:id/preview', {
        params: { id: questionId },
        query: { kind, seed },
        signal,
        handled: true,
      }),
    staleTime: 0,
  });
  if (isUnreachable(preview.error)) return <NoRights />;
  return (
    <Page
      title={t('screens.QuestionPreview')}
      description={t('questions.previewHint')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<EditIcon />}
            component={ScreenLink}
            href={addressOf('EditQuestion', { questionId })}
          >
            {t('questions.editAction')}
          </Button>
          <Button
            variant="default"
            leftSection={<HistoryIcon />}
            component={ScreenLink}
            href={addressOf('EditQuestion', { questionId, history: 'open' })}
          >
            {t('questions.history')}
          </Button>
        </>
      }
      filters={
        <>
          <SegmentedControl
            aria-label={t('questions.drawnAs')}
            value={kind}
            onChange={(next) => show({ ...requested, kind: next })}
            data={[
              { value: 'simple', label: t('questions.simple') },
              { value: 'multiple', label: t('questions.complex') },
            ]}
          />
          <Button
            variant="default"
            leftSection={<RedrawIcon size={16} />}
            onClick={() => show({ ...requested, seed: nextSeed(seed) })}
          >
            {t('questions.drawAgain')}
          </Button>
        </>
      }
    >
      {preview.isPending && <PreviewWaiting />}
      {preview.isError && <PreviewFailure error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isSuccess && <Sample key={`${kind} ${seed}`} served={preview.data} />}
    </Page>
  );
}
