import { Badge, Button, Drawer, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionVersion } from '#contract/questions.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { ImageAddressProvider, SignedImage } from '#web/ui/signed-image.tsx';
import { VersionChanges } from '#web/ui/version-changes.tsx';
import { useHistory } from './question-calls.ts';
import classes from './question-history.module.css';

/** The first version in full, since there is nothing to compare it with. */
function FirstVersion({ version }: { readonly version: QuestionVersion }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.text}>
        <RichTextView text={version.text} />
      </p>
      {version.image !== null && (
        <SignedImage className={classes.image} name={version.image} alt={t('questions.questionImage')} />
      )}
      <ul className={classes.answers}>
        {version.answers.map((answer) => (
          <li key={`${answer.isCorrect} ${answer.text}`}>
            <span className={classes.sign} data-correct={answer.isCorrect || undefined}>
              {answer.isCorrect ? <CheckIcon size={15} /> : <CloseIcon size={15} />}
              <VisuallyHidden>
                {t(answer.isCorrect ? 'questions.correct' : 'questions.false')}:
              </VisuallyHidden>
            </span>
            <RichTextView text={answer.text} />
          </li>
        ))}
      </ul>
    </>
  );
}

type VersionsProps = {
  readonly questionId: number;
  readonly onRestore: ((version: QuestionVersion) => void) | undefined;
};

function Versions({ questionId, onRestore }: VersionsProps) {
  const { t } = useTranslation();
  const history = useHistory(questionId);
  const addresses = useImageAddresses(
    (history.data ?? []).slice(-1).flatMap((version) => version.image ?? []),
  );
  if (history.isPending) return <Skeleton height="8rem" />;
  if (history.isError)
    return (
      <ErrorPanel onRetry={() => void history.refetch()}>{textsOfError(history.error).join(' ')}</ErrorPanel>
    );
  return (
    <ImageAddressProvider value={addresses}>
      <Stack gap={0} component="ol" className={classes.versions}>
        {history.data.map((version, index) => {
          const before = history.data[index + 1];
          return (
            <li key={version.number} className={classes.version}>
              <h3 className={classes.heading}>
                {t('questions.versionNumber', { number: version.number })}
                {index === 0 && <Badge variant="default">{t('questions.current')}</Badge>}
              </h3>
              <p className={classes.who}>
                {formatDateTime(version.writtenAt)} · {version.writtenBy ?? t('questions.unknownAuthor')}
              </p>
              {before ? (
                <VersionChanges before={before} after={version} />
              ) : (
                <FirstVersion version={version} />
              )}
              {index > 0 && onRestore && (
                <Button mt="xs" variant="default" size="compact-sm" onClick={() => onRestore(version)}>
                  {t('questions.restoreVersion')}
                </Button>
              )}
            </li>
          );
        })}
      </Stack>
    </ImageAddressProvider>
  );
}

type QuestionHistoryProps = {
  readonly questionId: number | undefined;
  readonly onClose: () => void;
  /** Loads a version into the form that is open next to the history. */
  readonly onRestore?: (version: QuestionVersion) => void;
};

/** A side panel with every version of a question: who changed what, and when. */
export function QuestionHistory({ questionId, onClose, onRestore }: QuestionHistoryProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={questionId !== undefined}
      onClose={onClose}
      position="right"
      size="34rem"
      title={<span className={classes.title}>{t('questions.history')}</span>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {questionId !== undefined && <Versions questionId={questionId} onRestore={onRestore} />}
    </Drawer>
  );
}
