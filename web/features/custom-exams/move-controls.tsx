import { ActionIcon } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon, GripIcon, SortDownIcon, SortUpIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';

/** An item that can be dragged and dropped on another of its kind. */
export function Movable({ kind, id, isFrozen, onDropped, className, children }: MovableProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const type = `application/x-custom-exam-${kind}`;
  const takes = (event: DragEvent) => !isFrozen && event.dataTransfer.types.includes(type);
  return (
    <li
      className={className}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onDropped(Number(event.dataTransfer.getData(type)));
      }}
    >
      <span
        className={classes.grip}
        draggable={!isFrozen}
        aria-hidden="true"
        title={t('customExams.drag')}
        onDragStart={(event) => {
          event.stopPropagation();
          event.dataTransfer.setData(type, String(id));
        }}
      >
        <GripIcon size={16} />
      </span>
      {children}
    </li>
  );
}
type MovableProps = {
  readonly kind: string;
  readonly id: number;
  readonly isFrozen: boolean;
  readonly onDropped: (id: number) => void;
  readonly className: string | undefined;
  readonly children: ReactNode;
};

/** Buttons to move up, move down and remove, for mouse and keyboard. */
export function MoveButtons({ name, index, count, isFrozen, onMove, onRemove, extra }: MoveButtonsProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.buttons}>
      {extra}
      <ActionIcon
        variant="subtle"
        disabled={isFrozen || index === 0}
        aria-label={t('customExams.up', { name })}
        onClick={() => onMove(index - 1)}
      >
        <SortUpIcon size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        disabled={isFrozen || index === count - 1}
        aria-label={t('customExams.down', { name })}
        onClick={() => onMove(index + 1)}
      >
        <SortDownIcon size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        disabled={isFrozen}
        aria-label={t('customExams.remove', { name })}
        onClick={onRemove}
      >
        <CloseIcon size={16} />
      </ActionIcon>
    </span>
  );
}
type MoveButtonsProps = {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly isFrozen: boolean;
  readonly onMove: (index: number) => void;
  readonly onRemove: () => void;
  readonly extra?: ReactNode;
};
