import './administration-styles.ts';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useCurrentInView } from '#web/ui/current-in-view.ts';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { AccountsPart } from './accounts-part.tsx';
import classes from './administration.module.css';
import { DayPasswordsPart } from './day-passwords-part.tsx';
import { JobsPart } from './jobs-part.tsx';
import { LogPart } from './log-part.tsx';
import { OverviewPart } from './overview-part.tsx';

const parts = {
  overview: OverviewPart,
  accounts: AccountsPart,
  jobs: JobsPart,
  log: LogPart,
  dayPasswords: DayPasswordsPart,
} as const;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** The administration; the address names the open part (ADMIN-1, ADMIN-2). */
export function Screen() {
  const { t } = useTranslation();
  const requested = useScreenAddress('Admin').query.part;
  const part = names.find((name) => name === requested) ?? 'overview';
  const Shown = parts[part];
  return (
    <Page title={t('screens.Admin')} description={t('administration.lead')}>
      <nav
        ref={useCurrentInView<HTMLElement>(part)}
        className={classes.parts}
        aria-label={t('administration.parts')}
        data-tour="admin-parts"
        data-print="hidden"
      >
        {names.map((name) => (
          <ScreenLink
            key={name}
            href={addressOf('Admin', { part: name })}
            className={classes.part}
            aria-current={name === part ? 'page' : undefined}
          >
            {t(`administration.part_${name}`)}
          </ScreenLink>
        ))}
      </nav>
      <Shown />
    </Page>
  );
}
