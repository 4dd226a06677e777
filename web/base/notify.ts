import { notifications } from '@mantine/notifications';
import { t } from './i18n.ts';

/** The group every notice belongs to (SHELL-7). */
const noticeGroup = 'appWarning';

/** Long enough to read a sentence twice. */
const successMilliseconds = 6000;

/** The cross of a notice, named for screen readers. */
const closeButton = () => ({ 'aria-label': t('common.close') });

/** Reports a success; closes by itself. */
export function notifySuccess(text: string, title?: string): void {
  notifications.show({
    title,
    message: text,
    color: 'green',
    autoClose: successMilliseconds,
    role: 'status',
    closeButtonProps: closeButton(),
    'data-group': noticeGroup,
    'data-kind': 'success',
  });
}

/** Reports a warning; stays until dismissed. */
export function notifyWarning(text: string): void {
  notifications.show({
    id: text,
    message: text,
    color: 'yellow',
    autoClose: false,
    role: 'status',
    closeButtonProps: closeButton(),
    'data-group': noticeGroup,
    'data-kind': 'warning',
  });
}

/** Reports an error; stays until dismissed, and the same text is never shown twice. */
export function notifyError(text: string, title?: string): void {
  notifications.show({
    id: text,
    title,
    message: text,
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps: closeButton(),
    'data-group': noticeGroup,
    'data-kind': 'error',
  });
}
