import { ActionIcon, Button, Menu, NumberInput, TextInput, Tooltip } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AddIcon,
  CloseIcon,
  GripIcon,
  SortDownIcon,
  SortUpIcon,
  SwapIcon,
  WarningIcon,
} from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import { fieldId } from './exam-fields.tsx';
import {
  type ExamForm,
  groupField,
  type LineForm,
  type PartForm,
  questionsField,
  type Typed,
  withDisciplineIn,
  withGroup,
  withLine,
  withLineAt,
  withoutDiscipline,
  withoutPart,
  withPart,
  withPartAt,
} from './exam-form.ts';

type Editing = {
  readonly form: ExamForm;
  readonly onChange: (form: ExamForm) => void;
  readonly problemAt: (path: string) => string | undefined;
  readonly isFrozen: boolean;
  readonly mayEditPercent: boolean;
  /** Announces moves to screen readers. */
  readonly announce: (text: string) => void;
};

/** An item that can be dragged and dropped on another of its kind. */
function Movable({ kind, id, isFrozen, onDropped, className, children }: MovableProps) {
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
function MoveButtons({ name, place, count, isFrozen, onMove, onRemove, extra }: MoveButtonsProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.buttons}>
      {extra}
      <ActionIcon
        variant="subtle"
        disabled={isFrozen || place === 0}
        aria-label={t('customExams.up', { name })}
        onClick={() => onMove(place - 1)}
      >
        <SortUpIcon size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        disabled={isFrozen || place === count - 1}
        aria-label={t('customExams.down', { name })}
        onClick={() => onMove(place + 1)}
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
  readonly place: number;
  readonly count: number;
  readonly isFrozen: boolean;
  readonly onMove: (place: number) => void;
  readonly onRemove: () => void;
  readonly extra?: ReactNode;
};

function Figure({ label, shown, value, onChange, ...rest }: FigureProps) {
  return (
    <NumberInput
      {...rest}
      className={classes.figure}
      classNames={{ label: classes.figureLabel ?? '' }}
      size="sm"
      label={shown}
      aria-label={label}
      min={0}
      allowNegative={false}
      clampBehavior="strict"
      hideControls
      autoComplete="off"
      value={value}
      onChange={(next) => onChange(typeof next === 'number' ? next : '')}
    />
  );
}
type FigureProps = {
  readonly label: string;
  readonly shown: string;
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
  readonly id?: string;
  readonly max?: number;
  readonly decimalScale?: number;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly error?: boolean;
  readonly 'aria-describedby'?: string | undefined;
};

const Reason = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className={classes.reason} role="alert">
      <WarningIcon size={15} />
      {text}
    </p>
  );

function LineFigures({ line, editing }: { readonly line: LineForm; readonly editing: Editing }) {
  const { t } = useTranslation();
  const { form, onChange, problemAt, isFrozen } = editing;
  const path = questionsField(line.pkDiscipline);
  const wrong = problemAt(path);
  return (
    <>
      <Figure
        id={fieldId(path)}
        label={t('customExams.questionsOf', { name: line.name })}
        shown={t('customExams.questions')}
        max={500}
        decimalScale={0}
        disabled={isFrozen}
        error={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${fieldId(path)}-reason`}
        value={line.questions}
        onChange={(questions) => onChange(withLine(form, line.pkDiscipline, { questions }))}
      />
      <Figure
        label={t('customExams.creditsOf', { name: line.name })}
        shown={t('customExams.credits')}
        max={999}
        decimalScale={1}
        value={line.credits}
        onChange={(credits) => onChange(withLine(form, line.pkDiscipline, { credits }))}
      />
    </>
  );
}

const LineReason = ({ line, editing }: { readonly line: LineForm; readonly editing: Editing }) => {
  const path = questionsField(line.pkDiscipline);
  return <Reason id={`${fieldId(path)}-reason`} text={editing.problemAt(path)} />;
};

/** The share of simple questions of a part; empty follows the structures. */
function PercentFigure({ part, name, editing }: PartProps & { readonly name: string }) {
  const { t } = useTranslation();
  const { form, onChange, isFrozen, mayEditPercent } = editing;
  return (
    <Figure
      label={t('customExams.percentOf', { name })}
      shown={t('customExams.percent')}
      max={100}
      decimalScale={0}
      disabled={isFrozen || !mayEditPercent}
      placeholder={t('customExams.inherited')}
      value={part.percentSimple}
      onChange={(percentSimple) => onChange(withPart(form, part.key, { percentSimple }))}
    />
  );
}
type PartProps = { readonly part: PartForm; readonly editing: Editing };

const Name = ({ line }: { readonly line: LineForm }) => (
  <span className={classes.lineName}>
    {line.name} <span className={classes.quiet}>{line.code}</span>
  </span>
);

/** Moves a single discipline into one of the groups. */
function IntoGroup({ line, editing }: { readonly line: LineForm; readonly editing: Editing }) {
  const { t } = useTranslation();
  const { form, onChange, isFrozen } = editing;
  const groups = form.parts.filter(({ groupName }) => groupName !== undefined);
  if (groups.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          disabled={isFrozen}
          aria-label={t('customExams.intoGroup', { name: line.name })}
        >
          <SwapIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ key, groupName }) => (
          <Menu.Item key={key} onClick={() => onChange(withDisciplineIn(form, line.pkDiscipline, key))}>
            {groupName?.trim() || t('customExams.unnamedGroup')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function usePartMoves(part: PartForm, name: string, { form, onChange, announce }: Editing) {
  const { t } = useTranslation();
  const place = form.parts.indexOf(part);
  const move = (key: number, to: number, moved: string) => {
    onChange(withPartAt(form, key, to));
    announce(t('customExams.moved', { name: moved, place: to + 1, count: form.parts.length }));
  };
  return {
    place,
    onMove: (to: number) => move(part.key, to, name),
    onDropped: (key: number) => move(key, place, ''),
  };
}

function AlonePart({ part, editing }: PartProps) {
  const { form, onChange, isFrozen } = editing;
  const [line] = part.lines;
  const { place, onMove, onDropped } = usePartMoves(part, line?.name ?? '', editing);
  if (!line) return null;
  return (
    <Movable kind="part" id={part.key} isFrozen={isFrozen} onDropped={onDropped} className={classes.part}>
      <span className={classes.place}>{place + 1}</span>
      <Name line={line} />
      <LineFigures line={line} editing={editing} />
      <PercentFigure part={part} name={line.name} editing={editing} />
      <MoveButtons
        name={line.name}
        place={place}
        count={form.parts.length}
        isFrozen={isFrozen}
        onMove={onMove}
        onRemove={() => onChange(withoutDiscipline(form, line.pkDiscipline))}
        extra={<IntoGroup line={line} editing={editing} />}
      />
      <LineReason line={line} editing={editing} />
    </Movable>
  );
}

function GroupLine({ part, line, editing }: PartProps & { readonly line: LineForm }) {
  const { t } = useTranslation();
  const { form, onChange, isFrozen, announce } = editing;
  const place = part.lines.indexOf(line);
  const onMove = (to: number) => {
    onChange(withLineAt(form, part.key, line.pkDiscipline, to));
    announce(t('customExams.moved', { name: line.name, place: to + 1, count: part.lines.length }));
  };
  return (
    <Movable
      kind={`line-${part.key}`}
      id={line.pkDiscipline}
      isFrozen={isFrozen}
      onDropped={(dragged) => onChange(withLineAt(form, part.key, dragged, place))}
      className={classes.groupLine}
    >
      <Name line={line} />
      <LineFigures line={line} editing={editing} />
      <MoveButtons
        name={line.name}
        place={place}
        count={part.lines.length}
        isFrozen={isFrozen}
        onMove={onMove}
        onRemove={() => onChange(withoutDiscipline(form, line.pkDiscipline))}
        extra={
          <Tooltip label={t('customExams.outOfGroup')}>
            <ActionIcon
              variant="subtle"
              disabled={isFrozen}
              aria-label={t('customExams.takeOut', { name: line.name })}
              onClick={() => onChange(withDisciplineIn(form, line.pkDiscipline, undefined))}
            >
              <SwapIcon size={16} />
            </ActionIcon>
          </Tooltip>
        }
      />
      <LineReason line={line} editing={editing} />
    </Movable>
  );
}

function GroupPart({ part, editing }: PartProps) {
  const { t } = useTranslation();
  const { form, onChange, problemAt, isFrozen } = editing;
  const name = part.groupName?.trim() || t('customExams.unnamedGroup');
  const { place, onMove, onDropped } = usePartMoves(part, name, editing);
  const path = groupField(part.key);
  const wrong = problemAt(path);
  return (
    <Movable kind="part" id={part.key} isFrozen={isFrozen} onDropped={onDropped} className={classes.part}>
      <span className={classes.place}>{place + 1}</span>
      <TextInput
        id={fieldId(path)}
        className={classes.groupName}
        size="sm"
        label={t('customExams.groupName')}
        maxLength={200}
        value={part.groupName ?? ''}
        error={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${fieldId(path)}-reason`}
        onChange={(event) => onChange(withPart(form, part.key, { groupName: event.currentTarget.value }))}
      />
      <Figure
        label={t('customExams.creditsOf', { name })}
        shown={t('customExams.credits')}
        max={999}
        decimalScale={1}
        placeholder={t('customExams.summed')}
        value={part.credits}
        onChange={(credits) => onChange(withPart(form, part.key, { credits }))}
      />
      <PercentFigure part={part} name={name} editing={editing} />
      <MoveButtons
        name={name}
        place={place}
        count={form.parts.length}
        isFrozen={isFrozen}
        onMove={onMove}
        onRemove={() => onChange(withoutPart(form, part.key))}
      />
      <Reason id={`${fieldId(path)}-reason`} text={wrong} />
      <ol className={classes.groupLines} aria-label={t('customExams.disciplinesOf', { name })}>
        {part.lines.map((line) => (
          <GroupLine key={line.pkDiscipline} part={part} line={line} editing={editing} />
        ))}
        {part.lines.length === 0 && <li className={classes.quiet}>{t('customExams.groupEmpty')}</li>}
      </ol>
    </Movable>
  );
}

/** The parts of the exam in order; reordered by dragging the handle or with the arrow buttons. */
export function PartList(editing: Editing) {
  const { t } = useTranslation();
  const { form, onChange, isFrozen } = editing;
  return (
    <section className={classes.panel} aria-label={t('customExams.parts')}>
      <div className={classes.panelHead}>
        <h2 className={classes.heading}>{t('customExams.parts')}</h2>
        <Button
          variant="default"
          size="xs"
          leftSection={<AddIcon size={16} />}
          disabled={isFrozen}
          onClick={() => onChange(withGroup(form, ''))}
        >
          {t('customExams.addGroup')}
        </Button>
      </div>
      {form.parts.length === 0 ? (
        <p className={classes.quiet}>{t('customExams.noParts')}</p>
      ) : (
        <ol className={classes.parts}>
          {form.parts.map((part) =>
            part.groupName === undefined ? (
              <AlonePart key={part.key} part={part} editing={editing} />
            ) : (
              <GroupPart key={part.key} part={part} editing={editing} />
            ),
          )}
        </ol>
      )}
    </section>
  );
}
