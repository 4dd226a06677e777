import { Alert, Button, FileButton, Progress, Select, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionFileFormat } from '#contract/imports.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import { ErrorIcon } from '#web/ui/icons.tsx';
import classes from './file-drop.module.css';
import { type Upload, useFileUpload } from './file-upload.ts';

export const fileFormats = [
  'xlsx',
  'csv',
  'moodle',
  'gift',
  'aiken',
  'qti',
] as const satisfies readonly QuestionFileFormat[];

const megabytes = 20;
const endings = {
  questions: '.xlsx,.csv,.tsv,.xml,.gift,.txt,.zip,.qti',
  students: '.xlsx,.csv,.tsv,.txt',
} as const;

type RunningProps = {
  readonly upload: Extract<Upload, { state: 'running' }>;
  readonly ofStudents: boolean;
};

function Running({ upload, ofStudents }: RunningProps) {
  const { t } = useTranslation();
  const percent = Math.round(upload.share * 100);
  const reading = percent === 100;
  return (
    <div className={classes.running} role="status">
      <Text fw={600}>{upload.fileName}</Text>
      <Progress
        value={percent}
        size="md"
        animated={reading}
        aria-label={t('importScreen.upload')}
        className={classes.bar}
      />
      <Text size="sm" c="dimmed">
        {reading
          ? t(ofStudents ? 'studentImport.reading' : 'importScreen.reading')
          : t('importScreen.uploading', { percent })}
      </Text>
    </div>
  );
}

type DropProps = { readonly kind: ImportKind; readonly onRead: (importId: number) => void };

/** Takes a dropped or chosen file and opens its import. */
export function FileDrop({ kind, onRead }: DropProps) {
  const { t } = useTranslation();
  const { upload, start } = useFileUpload(kind, onRead);
  const ofStudents = kind === 'students';
  const [format, setFormat] = useState<QuestionFileFormat | null>(null);
  const [over, setOver] = useState(false);
  const running = upload.state === 'running';

  const take = (file: File | null | undefined) => {
    if (file && !running) start(file, ofStudents ? null : format);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <>
      {upload.state === 'refused' && (
        <Alert
          color="red"
          variant="light"
          icon={<ErrorIcon />}
          title={`${t(upload.reason ? 'importScreen.refusedTitle' : 'importScreen.lostTitle')}${t('common.colon')} ${upload.fileName}`}
          role="alert"
          mb="sm"
        >
          {upload.reason ? `${upload.reason} ${t('importScreen.refusedKept')}` : t('importScreen.lostHint')}
        </Alert>
      )}
      <section
        className={classes.drop}
        aria-label={t(ofStudents ? 'studentImport.upload' : 'importScreen.upload')}
        data-over={over || undefined}
        data-tour="import-file"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {running ? (
          <Running upload={upload} ofStudents={ofStudents} />
        ) : (
          <>
            <div className={classes.choose}>
              <Text component="span">{t(ofStudents ? 'studentImport.drop' : 'importScreen.dropHere')}</Text>
              <FileButton
                onChange={take}
                accept={endings[kind]}
                inputProps={{ 'aria-label': t(ofStudents ? 'studentImport.upload' : 'importScreen.upload') }}
              >
                {(props) => <Button {...props}>{t('importScreen.chooseFile')}</Button>}
              </FileButton>
            </div>
            {!ofStudents && (
              <Select<QuestionFileFormat>
                className={classes.format}
                size="sm"
                label={t('importScreen.format')}
                placeholder={t('importScreen.formatAuto')}
                clearable
                clearButtonProps={{ 'aria-label': t('crud.clear', { field: t('importScreen.format') }) }}
                value={format}
                onChange={setFormat}
                data={fileFormats.map((value) => ({ value, label: t(`importScreen.format_${value}`) }))}
              />
            )}
            <Text size="sm" c="dimmed">
              {t(ofStudents ? 'studentImport.limit' : 'importScreen.limit', { megabytes })}
            </Text>
          </>
        )}
      </section>
    </>
  );
}
