import '@mantine/core/styles/Anchor.css';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { discipline, teacher } from '#contract/entities/discipline.ts';
import { addressOf, bankAddress } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { teachingProblems } from '#domain/disciplines/discipline-draft.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';

/** Disciplines with their chapters; users who manage teachers also see the teachers. */
export function Screen() {
  const { t } = useTranslation();
  const actor = useActor();
  const goTo = useGoTo();
  const readsBank = may(actor, 'question.read');
  const entityHooks: HooksByEntity = {
    discipline: {
      check: teachingProblems,
      opens: (item) => () => void goTo(addressOf('DisciplineList', { disciplineId: item.id })),
      cells: {
        description: (item) => (
          <Anchor
            component={ScreenLink}
            href={addressOf('DisciplineList', { disciplineId: item.id })}
            aria-label={t('examStructure.openStructure', { discipline: String(item.description) })}
          >
            {String(item.description)}
          </Anchor>
        ),
      },
    },
    chapter: {
      cells: {
        totalQuestionCount: (item) =>
          readsBank ? (
            <Anchor
              component={ScreenLink}
              href={bankAddress({ pkDiscipline: Number(item.disciplineId), chapterId: item.id })}
              aria-label={`${t('examStructure.questionsOf', { chapter: String(item.code) })}${t('common.colon')} ${item.totalQuestionCount}`}
            >
              {String(item.totalQuestionCount)}
            </Anchor>
          ) : (
            String(item.totalQuestionCount)
          ),
      },
    },
  };
  return may(actor, 'teacher.manage') ? (
    <CrudScreen
      screen="DisciplineManage"
      title={t('examStructure.manageTitle')}
      entities={[discipline, teacher]}
      entityHooks={entityHooks}
    />
  ) : (
    <CrudScreen screen="DisciplineManage" entities={[discipline]} entityHooks={entityHooks} />
  );
}
