import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/icons.tsx';
import classes from './exam-screen.module.css';

const left = <ArrowLeftIcon size={16} />;
const right = <ArrowRightIcon size={16} />;

/** The keyboard shortcuts; each also has a button. */
export function KeyHelp({ last }: { readonly last: string }) {
  const { t } = useTranslation();
  const keys: readonly (readonly [name: string, caps: readonly ReactNode[]])[] = [
    [t('exam.keyTick'), [`A–${last}`]],
    [t('exam.keyMove'), [left, right]],
    [t('exam.keySkip'), ['Shift', right]],
    [t('exam.keyReviewMark'), ['.']],
  ];
  return (
    <ul className={classes.keys} aria-label={t('exam.keysTitle')}>
      {keys.map(([name, caps]) => (
        <li key={name}>
          {caps.map((cap, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a shortcut never change their order
            <kbd key={at}>{cap}</kbd>
          ))}
          {name}
        </li>
      ))}
    </ul>
  );
}
