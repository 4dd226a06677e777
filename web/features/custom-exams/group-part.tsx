import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SwapIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import { fieldId } from './exam-fields.tsx';
import type { LineForm } from './exam-form.ts';
import {
  withDisciplineIn,
  withLineAt,
  withoutDiscipline,
  withoutPart,
  withPart,
} from './exam-form-changes.ts';
import { groupField } from './exam-form-problems.ts';
import { Movable, MoveButtons } from './move-controls.tsx';
import {
  Figure,
  LineFigures,
  LineName,
  LineReason,
  type PartProps,
  PercentFigure,
  Reason,
} from './part-fields.tsx';
import { usePartMoves } from './part-moves.ts';

function GroupLine({ part, line, editing }: PartProps & { readonly line: LineForm }) {
  const { t } = useTranslation();
  const { form, onChange, isFrozen, announce } = editing;
  const index = part.lines.indexOf(line);
  const onMove = (to: number) => {
    onChange(withLineAt(form, part.key, line.pkDiscipline, to));
    announce(t('customExams.moved', { name: line.name, index: to + 1, count: part.lines.length }));
  };
  return (
    <Movable
      kind={`line-${part.key}`}
      id={line.pkDiscipline}
      isFrozen={isFrozen}
      onDropped={(dragged) => onChange(withLineAt(form, part.key, dragged, index))}
      className={classes.groupLine}
    >
      <LineName line={line} />
      <LineFigures line={line} editing={editing} />
      <MoveButtons
        name={line.name}
        index={index}
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

/** A group of disciplines, each movable within it. */
export function GroupPart({ part, editing }: PartProps) {
  const { t } = useTranslation();
  const { form, onChange, problemAt, isFrozen } = editing;
  const name = part.groupName?.trim() || t('customExams.unnamedGroup');
  const { index, onMove, onDropped } = usePartMoves(part, name, editing);
  const path = groupField(part.key);
  const wrong = problemAt(path);
  return (
    <Movable kind="part" id={part.key} isFrozen={isFrozen} onDropped={onDropped} className={classes.part}>
      <span className={classes.place}>{index + 1}</span>
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
        index={index}
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
