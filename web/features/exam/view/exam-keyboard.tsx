import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#web/base/chunk.ts';
import { useFetched } from '#web/base/use-chunk.ts';
import { PageBoundary } from '#web/ui/page-boundary.tsx';
import classes from './exam-screen.module.css';

const keyboardChunk = chunk(() => import('#web/ui/on-screen-keyboard/on-screen-keyboard.tsx'));

/** Fetches it before it is asked for, so that it is here when the connection is not. */
export const fetchKeyboard = () => void keyboardChunk.load().catch(() => undefined);

function LoadedKeyboard({ onKey }: { readonly onKey: (key: string) => void }) {
  const { OnScreenKeyboard } = use(keyboardChunk.last());
  return <OnScreenKeyboard onKey={onKey} />;
}

/** The on-screen keyboard of the exam: its letters tick as the real ones do (EXAM-12). */
export function ExamKeyboard({ onKey }: { readonly onKey: (key: string) => void }) {
  const { t } = useTranslation();
  useFetched(keyboardChunk);
  return (
    // What is pressed here must never reach a screen recording.
    <section className={`${classes.keyboard} rr-block`} aria-label={t('auth.keyboardName')}>
      <PageBoundary>
        <Suspense fallback={null}>
          <LoadedKeyboard onKey={onKey} />
        </Suspense>
      </PageBoundary>
    </section>
  );
}
