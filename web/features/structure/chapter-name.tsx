import { Anchor, Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Structure } from '#contract/structure.ts';
import { bankAddress } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './structure.module.css';
import type { ChapterCounts } from './structure-form.ts';

type ChapterNameProps = { readonly structure: Structure; readonly chapter: ChapterCounts };

const questionsAddress = ({ id, pkCollege, pkSection, year }: Structure, chapterId: number) =>
  bankAddress({ pkCollege, pkSection, pkDiscipline: id, year, chapterId });

/** The name of a chapter; links to its questions for users who may read the bank. */
export function ChapterName({ structure, chapter }: ChapterNameProps) {
  const { t } = useTranslation();
  const actor = useActor();
  return (
    <span className={classes.chapterName}>
      <span className={classes.code}>{chapter.code}</span>
      {may(actor, 'question.read') ? (
        <Anchor
          component={ScreenLink}
          href={questionsAddress(structure, chapter.id)}
          aria-label={`${chapter.description}. ${t('examStructure.questionsOf', { chapter: chapter.code })}`}
        >
          {chapter.description}
        </Anchor>
      ) : (
        <span>{chapter.description}</span>
      )}
      {chapter.examOnly && <Badge variant="default">{t('examStructure.examOnly')}</Badge>}
    </span>
  );
}
