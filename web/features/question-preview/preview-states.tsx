import { Skeleton } from '@mantine/core';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { InfoIcon } from '#web/ui/icons.tsx';
import classes from './question-preview.module.css';

export function PreviewWaiting() {
  return (
    <div className={classes.paper}>
      <Skeleton height="2rem" mb="md" />
      <Skeleton height="14rem" />
    </div>
  );
}

type PreviewFailureProps = { readonly error: unknown; readonly onRetry: () => void };

/** Another user's question and a missing one get the same response (QUES-7). */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError && error.code === 'resource.notFound';

/** Why there is nothing to show: nothing that can be drawn, or an error worth a retry. */
export function PreviewFailure({ error, onRetry }: PreviewFailureProps) {
  const text = textsOfError(error).join(' ');
  const cannot = error instanceof ApiError && /^(question|structure)\./.test(error.code);
  if (cannot) return <EmptyState icon={<InfoIcon size={28} />} title={text} />;
  return <ErrorPanel onRetry={onRetry}>{text}</ErrorPanel>;
}
