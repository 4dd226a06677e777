import { Button, Checkbox, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#web/base/i18n.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { type NewAccount, useAddAccount } from './administration-calls.ts';

const languages = ['ro', 'en', 'fr'] as const;

/** Adds a local account: a teacher, an administrator, or one that gets its role elsewhere. */
export function AddAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const add = useAddAccount();
  const [draft, setDraft] = useState<NewAccount>({
    email: '',
    name: '',
    language: currentLanguage(),
    isTeacher: true,
    isAdmin: false,
  });
  const { sending, refused, attempt } = useAttempt();
  const change = (changed: Partial<NewAccount>) => setDraft({ ...draft, ...changed });
  const save = () =>
    attempt(async () => {
      await add(draft);
      notifySuccess(t('administration.accountAdded', { name: draft.name }));
      onClose();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      closeOnClickOutside={false}
      title={t('administration.addAccount')}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack>
          <RefusalAlert refused={refused} />
          <TextInput
            label={t('records.name')}
            withAsterisk
            maxLength={200}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            data-autofocus
          />
          <TextInput
            label={t('records.email')}
            withAsterisk
            type="email"
            maxLength={254}
            value={draft.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          <Select
            label={t('administration.mailLanguage')}
            allowDeselect={false}
            data={languages.map((value) => ({ value, label: t(`administration.language_${value}`) }))}
            value={draft.language}
            onChange={(language) => change({ language: languages.find((one) => one === language) ?? 'ro' })}
          />
          <Checkbox
            label={t('administration.isTeacher')}
            checked={draft.isTeacher}
            onChange={(event) => change({ isTeacher: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('administration.isAdmin')}
            description={t('administration.isAdminHint')}
            checked={draft.isAdmin}
            onChange={(event) => change({ isAdmin: event.currentTarget.checked })}
          />
          <Text size="sm" c="dimmed">
            {t('administration.accountHint')}
          </Text>
          <Button
            type="submit"
            loading={sending}
            disabled={draft.name.trim() === '' || draft.email.trim() === ''}
          >
            {t('administration.addAccount')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
