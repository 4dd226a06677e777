import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContestStatus } from '#domain/contestations/contestation.ts';

const colors: Record<ContestStatus, string> = { DP: 'gold', RS: 'red', AC: 'green', PAC: 'yellow' };

export function StatusBadge({ status }: { readonly status: ContestStatus }) {
  const { t } = useTranslation();
  return <Badge color={colors[status]}>{t(`contestationColumns.status_${status}`)}</Badge>;
}
