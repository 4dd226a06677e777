import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { type MouseEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mark } from '#domain/question-bank/rich-text.ts';
import { SymbolsIcon } from '#web/ui/icons.tsx';
import { applyEdit, insertText, toggleMark } from './text-edits.ts';
import classes from './text-toolbar.module.css';

const marks = [
  ['bold', 'Ctrl+B', <strong key="b">B</strong>],
  ['italic', 'Ctrl+I', <em key="i">I</em>],
  [
    'sub',
    'Ctrl+,',
    <span key="sub">
      x<sub>2</sub>
    </span>,
  ],
  [
    'sup',
    'Ctrl+.',
    <span key="sup">
      x<sup>2</sup>
    </span>,
  ],
] as const satisfies readonly (readonly [Mark, string, unknown])[];

/** Symbols for medicine, pharmacy and chemistry that keyboards lack. */
const palette = {
  greekSmall: [...'αβγδεζηθικλμνξοπρστυφχψω'],
  greekCapital: [...'ΓΔΘΛΞΠΣΦΨΩ'],
  arrows: [...'→←↔⇌⇒↑↓'],
  mathematics: [...'±×·÷≈≠≤≥<>∞√∑∫∂∝'],
  units: [...'°µ‰Å℃Ω♀♂†'],
  fractions: [...'½⅓⅔¼¾⁄'],
} as const;
type Group = keyof typeof palette;
const groups = Object.keys(palette) as Group[];

type TextToolbarProps = {
  /** The text field that last had the focus. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
};

/** The buttons keep the focus in the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

function Palette({ field }: TextToolbarProps) {
  const { t } = useTranslation();
  const insert = (symbol: string) => {
    const target = field.current;
    if (target) applyEdit(target, insertText(target.selectionStart, target.selectionEnd, symbol));
  };
  return (
    <div className={classes.palette}>
      {groups.map((group) => (
        <section key={group} aria-label={t(`questions.palette_${group}`)}>
          <h3 className={classes.group}>{t(`questions.palette_${group}`)}</h3>
          <div className={classes.symbols}>
            {palette[group].map((symbol) => (
              <UnstyledButton
                key={symbol}
                className={classes.symbol}
                onMouseDown={keepFocus}
                onClick={() => insert(symbol)}
              >
                {symbol}
              </UnstyledButton>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Formatting and symbols for the focused text field. */
export function TextToolbar({ field }: TextToolbarProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const mark = (kind: Mark) => {
    const target = field.current;
    if (target) applyEdit(target, toggleMark(target.value, target.selectionStart, target.selectionEnd, kind));
  };
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('questions.toolbar')}>
      {marks.map(([kind, keys, sign]) => (
        <Tooltip key={kind} label={`${t(`questions.mark_${kind}`)} (${keys})`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(`questions.mark_${kind}`)}
            aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
            onMouseDown={keepFocus}
            onClick={() => mark(kind)}
          >
            {sign}
          </ActionIcon>
        </Tooltip>
      ))}
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        width={340}
        shadow="md"
        returnFocus
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('questions.symbols')}
            aria-expanded={opened}
            onMouseDown={keepFocus}
            onClick={() => setOpened(!opened)}
          >
            <SymbolsIcon />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown}>
          <Palette field={field} />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
