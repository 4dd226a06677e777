import { type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#web/base/chunk.ts';
import { KeyboardIcon } from '#web/ui/icons.tsx';
import { PageBoundary } from '#web/ui/page-boundary.tsx';
import classes from './keyboard-area.module.css';
import { typeInto } from './type-into.ts';

const keyboardChunk = chunk(() => import('./on-screen-keyboard.tsx'));

function LoadedKeyboard({ onKey }: { readonly onKey: (key: string) => void }) {
  const { OnScreenKeyboard } = use(keyboardChunk.last());
  return <OnScreenKeyboard onKey={onKey} />;
}

type KeyboardAreaProps = {
  /** Whether there is a field to type into; otherwise there is no keyboard. */
  readonly hasFields: boolean;
  readonly children: ReactNode;
};

/** A form with an on-screen keyboard below it, which types into the last focused field (EXAM-12). */
export function KeyboardArea({ hasFields, children }: KeyboardAreaProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const lastField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) lastField.current = target;
    };
    const watched = area.current;
    watched?.addEventListener('focusin', remember);
    return () => watched?.removeEventListener('focusin', remember);
  }, []);

  const press = (key: string) => {
    const remembered = lastField.current;
    const field = remembered?.isConnected ? remembered : area.current?.querySelector('input');
    if (!field) return;
    if (key === '{enter}') field.form?.requestSubmit();
    else typeInto(field, key);
  };

  return (
    <div ref={area}>
      {children}
      {hasFields && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isShown}
          onClick={() => {
            // Retries after an earlier failure.
            void keyboardChunk.load().catch(() => undefined);
            setShown(!isShown);
          }}
        >
          <KeyboardIcon size={20} />
          {isShown ? t('auth.keyboardHide') : t('auth.keyboardShow')}
        </button>
      )}
      {hasFields && isShown && (
        // Keys pressed here must never reach a screen recording.
        <section className={`${classes.keyboard} rr-block`} aria-label={t('auth.keyboardName')}>
          <PageBoundary>
            <Suspense fallback={null}>
              <LoadedKeyboard onKey={press} />
            </Suspense>
          </PageBoundary>
        </section>
      )}
    </div>
  );
}
