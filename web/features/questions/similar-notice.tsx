import { Alert, Anchor, Modal, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { VersionChanges } from '#web/ui/version-changes.tsx';
import { fetchQuestion, useSimilar } from './question-calls.ts';
import { draftOf, type QuestionForm } from './question-form.ts';
import classes from './similar-notice.module.css';

type ComparisonProps = { readonly form: QuestionForm; readonly otherId: number };

/** The diff from another question to this one. */
function Comparison({ form, otherId }: ComparisonProps) {
  const { t } = useTranslation();
  const other = useQuery({ queryKey: ['questions', 'one', otherId], queryFn: () => fetchQuestion(otherId) });
  if (other.isPending) return <Skeleton height="8rem" />;
  if (other.isError) return <p>{textsOfError(other.error).join(' ')}</p>;
  return (
    <>
      <p className={classes.hint}>{t('questions.compareHint')}</p>
      <VersionChanges before={other.data} after={draftOf(form)} />
      <Anchor
        href={addressOf('EditQuestion', { questionId: otherId })}
        target="_blank"
        className={classes.open}
      >
        {t('questions.openOther')}
      </Anchor>
    </>
  );
}

type SimilarNoticeProps = { readonly form: QuestionForm; readonly questionId: number | undefined };

/** Warns while typing that the bank has a similar question. */
export function SimilarNotice({ form, questionId }: SimilarNoticeProps) {
  const { t } = useTranslation();
  const [text] = useDebouncedValue(form.text, typingPauses.similar);
  const [compared, setCompared] = useState<number>();
  const similar = useSimilar(form.chapterId, text, questionId).data ?? [];
  if (similar.length === 0 || form.text.trim() === '') return null;
  return (
    <>
      <Alert
        color="yellow"
        variant="light"
        icon={<WarningIcon />}
        title={t('questions.similarTitle')}
        role="status"
        className={classes.notice}
      >
        <ul className={classes.list}>
          {similar.map((other) => (
            <li key={other.id}>
              <span className={classes.text}>
                <RichTextView text={other.text} />
              </span>{' '}
              <span className={classes.share}>
                {t('questions.similarity', { percent: Math.round(other.similarity * 100) })}
              </span>{' '}
              <Anchor
                component="button"
                type="button"
                size="sm"
                underline="always"
                onClick={() => setCompared(other.id)}
              >
                {t('questions.compare')}
              </Anchor>
            </li>
          ))}
        </ul>
      </Alert>
      <Modal
        opened={compared !== undefined}
        onClose={() => setCompared(undefined)}
        title={t('questions.compareTitle')}
        size="xl"
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {compared !== undefined && <Comparison form={form} otherId={compared} />}
      </Modal>
    </>
  );
}
