import { useTranslation } from 'react-i18next';
import type { Appointment } from '#contract/appointments.ts';
import { isAhead } from '#domain/appointments/paper-state.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { notifySuccess, notifyWarning } from '#web/base/notify.ts';
import { confirm } from '#web/ui/confirm.ts';
import { useAppointmentCalls } from './appointment-calls.ts';

/** Whether the office can still move or cancel an appointment; its own as long as a student can. */
export const isChangeable = ({ state, isAnnulled, own }: Appointment): boolean =>
  !isAnnulled && isAhead(state) && own !== 'closed';

/** Confirms, cancels the selected appointments, and says which stay and why. */
export function useCancelSelected(onDone: () => void) {
  const { t } = useTranslation();
  const { cancelSelected } = useAppointmentCalls();
  return async (rows: readonly Appointment[]) => {
    const sure = await confirm({
      title: t('office.cancelSelectedTitle', { count: rows.length }),
      message: t('office.cancelSelectedText'),
      confirmLabel: t('office.cancelSelected'),
      danger: true,
    });
    if (!sure) return;
    try {
      const { changed, failed } = await cancelSelected(rows.map(({ id }) => id));
      if (changed > 0) notifySuccess(t('office.cancelledSelected', { count: changed }));
      const nameOf = (id: number) => rows.find((row) => row.id === id)?.studentName ?? String(id);
      const list = failed
        .map(({ id, error, params }) => `${nameOf(id)} (${textOfCode(error as ErrorCode, params)})`)
        .join(', ');
      if (failed.length > 0) notifyWarning(t('office.notCancelled', { list }));
      onDone();
    } catch {
      // The API client reports the error.
    }
  };
}
