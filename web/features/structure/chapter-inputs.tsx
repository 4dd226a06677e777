import { useTranslation } from 'react-i18next';
import { CountInput } from './count-input.tsx';
import classes from './structure.module.css';
import { type ChapterCounts, withChapter, withMultiple, withSimple } from './structure-form.ts';
import { type PartProps, textAt } from './structure-parts.ts';

type ChapterInputProps = Pick<PartProps, 'form' | 'structure' | 'problems' | 'onChange'> & {
  readonly chapter: ChapterCounts;
  readonly index: number;
};

/** The id of the line that shows a chapter's problem. */
export const reasonId = (index: number) => `structure-chapter-${index}-reason`;

/** A chapter's problem, in one line. */
export function chapterReason(problems: PartProps['problems'], index: number): string | undefined {
  const own = [`chapters.${index}.questions`, `chapters.${index}.percentSimple`, `chapters.${index}.id`];
  const texts = own.flatMap((path) => textAt(problems, path) ?? []);
  return texts.length === 0 ? undefined : texts.join(' ');
}

function useNamed(chapter: ChapterCounts) {
  const { t } = useTranslation();
  return (what: string) => t('examStructure.ofChapter', { what, chapter: chapter.code });
}

/** The number of questions from a chapter: an input, or the automatic split. */
export function QuestionsInput({ form, structure, problems, onChange, chapter, index }: ChapterInputProps) {
  const { t } = useTranslation();
  const named = useNamed(chapter);
  const path = `chapters.${index}.questions`;
  if (!structure.mayEdit || form.automatic) return <span className={classes.figure}>{chapter.asked}</span>;
  const wrong = textAt(problems, path) !== undefined;
  return (
    <CountInput
      path={path}
      size="xs"
      className={classes.count}
      aria-label={named(t('examStructure.questions'))}
      value={chapter.questions}
      error={wrong}
      {...(wrong ? { 'aria-describedby': reasonId(index) } : {})}
      onChange={(questions) => onChange(withChapter(form, chapter.id, { questions }))}
    />
  );
}

/** One of the two percentages of a chapter; the other one follows. */
export function PercentInput({
  kind,
  form,
  structure,
  problems,
  onChange,
  chapter,
  index,
}: ChapterInputProps & { readonly kind: 'Simple' | 'Complex' }) {
  const { t } = useTranslation();
  const named = useNamed(chapter);
  const path = `chapters.${index}.percent${kind}`;
  const value = chapter[`percent${kind}`];
  if (!structure.mayEdit || !structure.mayEditPercent)
    return <span className={classes.figure}>{value} %</span>;
  return (
    <CountInput
      path={path}
      size="xs"
      className={classes.count}
      max={100}
      suffix=" %"
      aria-label={named(t(`examStructure.percent${kind}`))}
      value={value}
      error={textAt(problems, path) !== undefined}
      onChange={(typed) =>
        onChange(withChapter(form, chapter.id, kind === 'Simple' ? withSimple(typed) : withMultiple(typed)))
      }
    />
  );
}
