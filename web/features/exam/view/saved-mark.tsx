import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SaveStatus } from '#web/features/exam/engine/exam-paper.ts';
import { CheckIcon, DotIcon, OfflineIcon, SendIcon } from '#web/ui/icons.tsx';
import classes from './exam-header.module.css';

const icons: Record<SaveStatus, ReactNode> = {
  ready: <DotIcon size={16} />,
  saved: <CheckIcon size={18} />,
  sending: <SendIcon size={18} />,
  retrying: <SendIcon size={18} />,
  waiting: <OfflineIcon size={18} />,
};

/** The save status; says saved only while the server has every answer. */
export function SavedMark({ word }: { readonly word: SaveStatus }) {
  const { t } = useTranslation();
  return (
    <div className={classes.savedMark} data-word={word}>
      {icons[word]}
      <span className={classes.savedText}>{t(`exam.${word}`)}</span>
    </div>
  );
}
