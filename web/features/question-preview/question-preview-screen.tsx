import './preview-styles.ts';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '#domain/access/permissions.ts';
import { useDisciplineSelect } from '#web/api/discipline-choices.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { previewAddress, requestedPreview, type ShownPreview } from './preview-address.ts';
import { QuestionSample } from './question-sample.tsx';
import { SamplePaper } from './sample-paper.tsx';

/** Shown when the address names nothing: choose the discipline of a sample exam. */
function DisciplineChoice({ show }: { readonly show: (requested: ShownPreview) => void }) {
  const { t } = useTranslation();
  const disciplines = useDisciplineSelect(null);
  return (
    <Page title={t('screens.QuestionPreview')} description={t('questions.chooseSample')}>
      <Select<number>
        {...disciplines}
        label={t('questions.discipline')}
        maw="28rem"
        onChange={(disciplineId) => disciplineId !== null && show({ of: 'paper', disciplineId, seed: '1' })}
      />
    </Page>
  );
}

/** A question or a sample exam as students see it, for users who may read the bank (QUES-7). */
export function Screen() {
  const goTo = useGoTo();
  const actor = useActor();
  const requested = requestedPreview(useScreenAddress('QuestionPreview').query);
  const show = (next: ShownPreview) => void goTo(previewAddress(next), { resetScroll: false });
  if (!may(actor, 'question.read')) return <NoRights />;
  if (requested.of === 'question')
    return <QuestionSample key={requested.questionId} requested={requested} show={show} />;
  if (requested.of === 'paper')
    return <SamplePaper key={requested.disciplineId} requested={requested} show={show} />;
  return <DisciplineChoice show={show} />;
}
