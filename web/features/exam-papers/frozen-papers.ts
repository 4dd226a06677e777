import { useTranslation } from 'react-i18next';
import type { SentQueryOfCall } from '#contract/call.ts';
import type { templatePapers } from '#contract/templates.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { namedStudents } from '#web/base/named-students.ts';
import { notifyError } from '#web/base/notify.ts';
import { confirm } from '#web/ui/confirm.ts';

type Change = SentQueryOfCall<typeof templatePapers>;

/**
 * Makes a change of templates. When it would draw frozen papers again, shows which and asks first; nothing is returned
 * when the change is dropped.
 */
export function useConfirmedRedraw() {
  const { t } = useTranslation();

  async function isSure(change: Change): Promise<boolean> {
    const { frozen, papers, printed, students } = await call<typeof templatePapers>(
      'GET templateExams/papers',
      { query: change },
    );
    const names = namedStudents(students, papers);
    const until = frozen ? formatDateTime(frozen.until) : '';
    return confirm({
      title: t('templates.frozenTitle'),
      message: [
        t('templates.frozenText', { session: frozen?.session ?? '', until }),
        t('templates.papers', { count: papers, names }),
        ...(printed > 0 ? [t('templates.printedStay', { count: printed })] : []),
      ].join(' '),
      confirmLabel: t('templates.redraw'),
      declineLabel: t('templates.redrawNot'),
      danger: true,
    });
  }

  return async <T>(
    change: Change,
    make: (query: { readonly override: boolean }) => Promise<T>,
  ): Promise<T | undefined> => {
    const report = (error: unknown): never => {
      // The client reports that the server cannot be reached.
      if (!(error instanceof ApiError && error.code === 'server.unavailable'))
        for (const text of textsOfError(error)) notifyError(text);
      throw error;
    };
    return make({ override: false }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'template.frozen') return report(error);
      return (await isSure(change)) ? make({ override: true }).catch(report) : undefined;
    });
  };
}
