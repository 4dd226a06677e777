import { ActionIcon, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CloseIcon, DeleteIcon } from '#web/ui/icons.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import classes from './image-slot.module.css';
import type { Upload } from './image-upload.ts';

type ImageSlotProps = {
  readonly name: string | null;
  readonly upload: Upload | undefined;
  /** The label of what the image belongs to. */
  readonly label: string;
  readonly error?: string | undefined;
  readonly onRemove: () => void;
};

/** The image of a question or an answer in the editor: uploading, failed, or shown with a remove button. */
export function ImageSlot({ name, upload, label, error, onRemove }: ImageSlotProps) {
  const { t } = useTranslation();
  if (upload?.state === 'running') {
    const percent = Math.round(upload.share * 100);
    return (
      <div className={classes.slot}>
        <img className={classes.picture} src={upload.picture} alt="" />
        <div className={classes.progress}>
          <Text size="sm" c="dimmed" role="status">
            {t('questions.uploading', { percent })}
          </Text>
          <Progress value={percent} size="sm" aria-label={t('questions.uploadOf', { label })} />
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={t('questions.cancelUpload')} onClick={onRemove}>
          <CloseIcon size={16} />
        </ActionIcon>
      </div>
    );
  }
  const failure = upload?.state === 'failed' ? upload.reason : error;
  return (
    <>
      {name !== null && (
        <div className={classes.slot}>
          <SignedImage className={classes.picture} name={name} alt={label} />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('questions.removeImage', { label })}
            onClick={onRemove}
          >
            <DeleteIcon size={16} />
          </ActionIcon>
        </div>
      )}
      {failure !== undefined && (
        <Group gap="xs" role="alert" className={classes.failure}>
          <Text size="sm">{failure}</Text>
          <ActionIcon
            variant="subtle"
            size="sm"
            color="gray"
            aria-label={t('common.close')}
            onClick={onRemove}
          >
            <CloseIcon size={14} />
          </ActionIcon>
        </Group>
      )}
    </>
  );
}
