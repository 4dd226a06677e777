import { ActionIcon, Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AddIcon, SwapIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import type { LineForm } from './exam-form.ts';
import { withDisciplineIn, withGroup, withoutDiscipline } from './exam-form-changes.ts';
import { GroupPart } from './group-part.tsx';
import { Movable, MoveButtons } from './move-controls.tsx';
import { LineFigures, LineName, LineReason, type PartProps, PercentFigure } from './part-fields.tsx';
import { type EditorContext, usePartMoves } from './part-moves.ts';

/** Moves a single discipline into one of the groups. */
function MoveIntoGroup({ line, editing }: { readonly line: LineForm; readonly editing: EditorContext }) {
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

function SinglePart({ part, editing }: PartProps) {
  const { form, onChange, isFrozen } = editing;
  const [line] = part.lines;
  const { index, onMove, onDropped } = usePartMoves(part, line?.name ?? '', editing);
  if (!line) return null;
  return (
    <Movable kind="part" id={part.key} isFrozen={isFrozen} onDropped={onDropped} className={classes.part}>
      <span className={classes.place}>{index + 1}</span>
      <LineName line={line} />
      <LineFigures line={line} editing={editing} />
      <PercentFigure part={part} name={line.name} editing={editing} />
      <MoveButtons
        name={line.name}
        index={index}
        count={form.parts.length}
        isFrozen={isFrozen}
        onMove={onMove}
        onRemove={() => onChange(withoutDiscipline(form, line.pkDiscipline))}
        extra={<MoveIntoGroup line={line} editing={editing} />}
      />
      <LineReason line={line} editing={editing} />
    </Movable>
  );
}

/** The parts of the exam in order; reordered by dragging the handle or with the arrow buttons. */
export function PartList(editing: EditorContext) {
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
              <SinglePart key={part.key} part={part} editing={editing} />
            ) : (
              <GroupPart key={part.key} part={part} editing={editing} />
            ),
          )}
        </ol>
      )}
    </section>
  );
}
