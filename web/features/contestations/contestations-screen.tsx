import './contest-styles.ts';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { ContestGroups } from './contest-groups.tsx';
import { ContestList } from './contest-list.tsx';
import { ContestNumbers } from './contest-numbers.tsx';

/** Switches between the list, the groups for resolvers, and the numbers. */
function useViews() {
  const { t } = useTranslation();
  const actor = useActor();
  const goTo = useGoTo();
  const { query } = useScreenAddress('Contestations');
  const views = [
    'list' as const,
    ...(may(actor, 'contestation.resolve') ? (['groups'] as const) : []),
    ...(may(actor, 'contestation.count') ? (['numbers'] as const) : []),
  ];
  const view = views.find((one) => one === query.view) ?? 'list';
  const { sessionId, pkDiscipline } = query;
  const kept = {
    ...(sessionId && { sessionId: Number(sessionId) }),
    ...(pkDiscipline && { pkDiscipline: Number(pkDiscipline) }),
  };
  const control = views.length > 1 && (
    <SegmentedControl
      aria-label={t('contestation.view')}
      value={view}
      data={views.map((value) => ({ value, label: t(`contestation.view_${value}`) }))}
      onChange={(next) =>
        void goTo(addressOf('Contestations', { ...kept, ...(next !== 'list' && { view: next }) }))
      }
    />
  );
  return { view, control };
}

/** Contestations: a student's own, a holder's disciplines, all for administrators (CONT-6). */
export function Screen() {
  const { view, control } = useViews();
  if (view === 'groups') return <ContestGroups views={control} />;
  if (view === 'numbers') return <ContestNumbers views={control} />;
  return <ContestList views={control} />;
}
