import '@mantine/core/styles/Skeleton.css';
import { useTranslation } from 'react-i18next';
import { isOf, isOfAny } from '#domain/access/actor.ts';
import { entryAddress } from '#domain/access/header.ts';
import { formatLongDate } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useSignIn } from '#web/base/sign-in-state.ts';
import { ChevronRightIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { BelowBoard, OpenBooking, StaffNext } from './board.tsx';
import classes from './dashboard.module.css';
import { EnrolmentDetails } from './enrolment-details.tsx';
import { LatestResults } from './latest-results.tsx';
import { dashboardShortcuts, type Shortcut } from './shortcuts.ts';
import { StudentBoard } from './student-board.tsx';

/** The description of a shortcut; for students, contestations are their own. */
function purposeOf(name: Shortcut, isStudent: boolean) {
  return name === 'Contestations' && isStudent
    ? 'shortcuts.ContestationsOwn'
    : (`shortcuts.${name}` as const);
}

/** Who is signed in, what comes next and where to go (HOME-1). */
export function Screen() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  if (signIn === undefined) return null;

  const { actor, profile } = signIn;
  const isStudent = isOf(actor, 'student');
  const isStaff = isOfAny(actor, ['admin', 'dean', 'teacher', 'secretary']);
  const shortcuts = dashboardShortcuts(actor);

  return (
    <Page
      title={t('dashboard.greeting', { name: profile.name })}
      description={formatLongDate(new Date(), currentLanguage())}
    >
      {isStudent && (
        <div className={classes.next} data-tour="next">
          <StudentBoard />
          <div className={classes.beside}>
            <EnrolmentDetails profile={profile} />
            <OpenBooking />
            <LatestResults />
          </div>
        </div>
      )}
      {isStaff && <StaffNext />}
      <BelowBoard isAwaited={isStaff}>
        <section aria-labelledby="shortcuts" data-tour="shortcuts">
          <h2 id="shortcuts" className={classes.heading}>
            {t('dashboard.shortcuts')}
          </h2>
          <ul className={classes.shortcuts}>
            {shortcuts.map((name) => (
              <li key={name}>
                <ScreenLink href={entryAddress(name)} className={classes.shortcut}>
                  <span className={classes.words}>
                    <span className={classes.name}>{t(`screens.${name}`)}</span>
                    <span className={classes.purpose}>{t(purposeOf(name, isStudent && !isStaff))}</span>
                  </span>
                  <ChevronRightIcon size={18} />
                </ScreenLink>
              </li>
            ))}
          </ul>
        </section>
      </BelowBoard>
    </Page>
  );
}
