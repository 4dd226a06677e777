import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#web/base/chunk.ts';
import { useFetched } from '#web/base/use-chunk.ts';
import { PageBoundary } from '#web/ui/page-boundary.tsx';
import classes from './exam-screen.module.css';

const keyboardChunk = chunk(() => import('#web/ui/on-screen-keyboard/on-screen-keyboard.tsx'));

/** Preloads the keyboard, so that it is available offline. */
export const fetchKeyboard = () => void keyboardChunk.load().catch(() => undefined);

function LoadedKeyboard({ onKey }: { readonly onKey: (key: string) => void }) {
  const { OnScreenKeyboard } = use(keyboardChunk.last());
  return <OnScreenKeyboard onKey={onKey} />;
}

/** The on-screen keyboard of the exam: its letters tick answers like the real ones (EXAM-12). */
export function ExamKeyboard({ onKey }: { readonly onKey: (key: string) => void }) {
  const { t } = useTranslation();
  useFetched(keyboardChunk);
  return (
    // Keys pressed here must never reach a screen recording.
    <section className={`${classes.keyboard} rr-block`} aria-label={t('auth.keyboardName')}>
      <PageBoundary>
        <Suspense fallback={null}>
          <LoadedKeyboard onKey={onKey} />
        </Suspense>
      </PageBoundary>
    </section>
  );
}
