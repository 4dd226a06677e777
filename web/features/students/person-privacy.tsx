import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Erasure, erasePerson, exportPerson, previewErasure } from '#contract/privacy.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { pseudonymOf } from '#domain/privacy/erasure.ts';
import { call, downloadCall } from '#web/api/client.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { usePhone } from '#web/ui/phone.ts';

type Counted = keyof Erasure['deleted'] | keyof Erasure['pseudonymised'];

function Counts({
  title,
  counts,
}: {
  readonly title: string;
  readonly counts: Partial<Record<Counted, number>>;
}) {
  const { t } = useTranslation();
  const kinds = (Object.keys(counts) as Counted[]).filter((kind) => counts[kind] !== 0);
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            {t(`privacy.kind_${kind}`)}
            {t('common.colon')} {counts[kind]}
          </li>
        ))}
        {kinds.length === 0 && <li>–</li>}
      </ul>
    </div>
  );
}

type Props = { readonly userId: number; readonly onErased: () => Promise<unknown> };

/** What an erasure does, then the address typed to confirm it. */
function EraseForm({ userId, erasure, onErased }: Props & { readonly erasure: Erasure }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { sending, refused, attempt } = useAttempt();
  const { email, hindrance, deleted, pseudonymised, readableEntries } = erasure;
  const erase = () =>
    attempt(async () => {
      await call<typeof erasePerson>('POST users/:id/erasure', {
        params: { id: userId },
        body: { email: typed.trim() },
        handled: true,
      });
      notifySuccess(t('privacy.done'));
      await onErased();
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void erase();
      }}
    >
      <Stack>
        {hindrance && (
          <Alert color="red" variant="light" role="alert">
            {textOfCode(hindrance.error as ErrorCode, hindrance.params)}
          </Alert>
        )}
        <Text size="sm">{t('privacy.explanation')}</Text>
        <Counts title={t('privacy.deleted')} counts={deleted} />
        <Counts
          title={t('privacy.pseudonymised', { pseudonym: pseudonymOf(userId).name })}
          counts={pseudonymised}
        />
        {readableEntries > 0 && <Text size="sm">{t('privacy.readable', { entries: readableEntries })}</Text>}
        <RefusalAlert refused={refused} />
        {!hindrance && (
          <>
            <TextInput
              label={t('privacy.typeAddress', { email })}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
            <Button
              type="submit"
              color="red"
              loading={sending}
              disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
            >
              {t('privacy.eraseNow')}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}

function EraseDialog({
  userId,
  name,
  onErased,
  onClose,
}: Props & { readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const preview = useQuery({
    queryKey: ['erasure', userId],
    queryFn: ({ signal }) =>
      call<typeof previewErasure>('GET users/:id/erasure', { params: { id: userId }, signal, handled: true }),
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      closeOnClickOutside={false}
      title={t('privacy.eraseTitle', { name })}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      {preview.data ? (
        <EraseForm userId={userId} erasure={preview.data} onErased={onErased} />
      ) : (
        <Text role="status">
          {preview.isError ? textsOfError(preview.error).join(' ') : t('common.loading')}
        </Text>
      )}
    </Modal>
  );
}

/** Export and erasure of one person's data, for administrators. */
export function PersonPrivacy({ userId, name }: { readonly userId: number; readonly name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isErasing, setErasing] = useState(false);
  const save = (format: 'html' | 'json') =>
    // The API client reports the error.
    downloadCall<typeof exportPerson>('GET users/:id/export', {
      params: { id: userId },
      query: { format, lang: currentLanguage() },
    }).catch(() => undefined);
  return (
    <>
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={() => void save('html')}>
          {t('privacy.document')}
        </Button>
        <Button size="sm" variant="default" onClick={() => void save('json')}>
          {t('privacy.json')}
        </Button>
        <Button size="sm" variant="light" color="red" onClick={() => setErasing(true)}>
          {t('privacy.erase')}
        </Button>
      </Group>
      {isErasing && (
        <EraseDialog
          userId={userId}
          name={name}
          onClose={() => setErasing(false)}
          onErased={async () => {
            setErasing(false);
            await client.invalidateQueries();
          }}
        />
      )}
    </>
  );
}
