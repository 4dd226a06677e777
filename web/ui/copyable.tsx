import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { Breakable } from './breakable.tsx';
import classes from './copyable.module.css';
import { CheckIcon, CopyIcon } from './icons.tsx';

const copiedMilliseconds = 1500;

/** Without a secure context there is no clipboard API, but a selected field can still be copied. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('The browser refused to copy.');
}

/** A text with a copy button, for users who cannot select text on the page. */
export function Copyable({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <span className={classes.copyable}>
      <span>
        <Breakable text={text} />
      </span>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={t(copied ? 'structure.copied' : 'structure.copy', { text })}
        onClick={async () => {
          try {
            await copy(text);
          } catch {
            notifyError(t('structure.copyFailed', { text }));
            return;
          }
          notifySuccess(t('structure.copied'));
          setCopied(true);
          setTimeout(() => setCopied(false), copiedMilliseconds);
        }}
      >
        {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      </ActionIcon>
    </span>
  );
}
