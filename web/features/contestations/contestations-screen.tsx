import './contest-styles.ts';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { ContestGroups } from './contest-groups.tsx';
import { ContestList } from './contest-list.tsx';
import { ContestNumbers } from './contest-numbers.tsx';

/**
 * The list, the groups for resolvers, and the numbers. The dean's office reads numbers first; those of it who resolve
 * nothing see no single contestation.
 */
function viewsOf(actor: Actor | undefined) {
  const mayResolve = may(actor, 'contestation.resolve');
  const mayCount = may(actor, 'contestation.count');
  const countsFirst = isOf(actor, 'dean') && !isOf(actor, 'admin');
  return {
    views: [
      ...(mayResolve || !mayCount ? (['list'] as const) : []),
      ...(mayResolve ? (['groups'] as const) : []),
      ...(mayCount ? (['numbers'] as const) : []),
    ],
    first: countsFirst ? ('numbers' as const) : ('list' as const),
  };
}

/** Switches between the views. */
function useViews() {
  const { t } = useTranslation();
  const { views, first } = viewsOf(useActor());
  const goTo = useGoTo();
  const { query } = useScreenAddress('Contestations');
  const view = views.find((one) => one === query.view) ?? first;
  const { sessionId, pkDiscipline } = query;
  const filters = {
    ...(sessionId && { sessionId: Number(sessionId) }),
    ...(pkDiscipline && { pkDiscipline: Number(pkDiscipline) }),
  };
  const control = views.length > 1 && (
    <SegmentedControl
      aria-label={t('contestation.view')}
      value={view}
      data={views.map((value) => ({ value, label: t(`contestation.view_${value}`) }))}
      onChange={(next) =>
        void goTo(addressOf('Contestations', { ...filters, ...(next !== first && { view: next }) }))
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
