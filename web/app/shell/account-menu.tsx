import { Menu, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { languageLabels, languages } from '#i18n/languages.ts';
import { switchEnrolment } from '#web/api/renewal.ts';
import { signOut } from '#web/api/sign-out.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { notifySuccess } from '#web/base/notify.ts';
import type { SignIn } from '#web/base/sign-in-state.ts';
import { CheckIcon, ChevronDownIcon, DashboardIcon, LogoutIcon, MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import { initialsOf } from '#web/ui/initials.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useTheme } from '#web/ui/use-theme.ts';
import classes from './account-menu.module.css';
import { chooseOwnLanguage } from './choose-own-language.ts';

/** Dashboard, theme, language, college and sign-out (SHELL-4). */
export function AccountMenu({ signIn, onExam }: { readonly signIn: SignIn; readonly onExam: boolean }) {
  const { t } = useTranslation();
  const { isDark, switchLabel, toggle } = useTheme();
  const { name, userStudentLoginInfos: enrolments, pkStudent } = signIn.profile;

  const switchTo = async ({ pkStudent: chosen, collegeName: college }: (typeof enrolments)[number]) => {
    if (chosen === pkStudent) return;
    await switchEnrolment(chosen);
    notifySuccess(t('shell.collegeSwitched', { college }));
  };

  return (
    <Menu
      position="bottom-end"
      width={260}
      withinPortal={false}
      hideDetached={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={t('shell.accountMenu', { name })}
          data-tour="account"
        >
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={classes.name}>{name}</span>
          <ChevronDownIcon size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          <span>{signIn.actor.email}</span>
        </div>
        <Menu.Divider />
        {!onExam && (
          <Menu.Item
            component={ScreenLink}
            href={addressOf('Dashboard')}
            leftSection={<DashboardIcon size={16} />}
          >
            {t('shell.toDashboard')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isDark ? <SunIcon size={16} /> : <MoonIcon size={16} />}
          closeMenuOnClick={false}
          onClick={toggle}
        >
          {switchLabel}
        </Menu.Item>
        <Menu.Label>{t('shell.language')}</Menu.Label>
        <Menu.RadioGroup value={currentLanguage()}>
          {languages.map((language) => (
            <Menu.RadioItem
              key={language}
              value={language}
              closeMenuOnClick
              checkIcon={<CheckIcon size={16} />}
              onChange={() => chooseOwnLanguage(language)}
            >
              {languageLabels[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {enrolments.length > 1 && !onExam && (
          <>
            <Menu.Label>{t('shell.college')}</Menu.Label>
            <Menu.RadioGroup value={String(pkStudent)}>
              {enrolments.map((enrolment) => (
                <Menu.RadioItem
                  key={enrolment.pkStudent}
                  value={String(enrolment.pkStudent)}
                  closeMenuOnClick
                  checkIcon={<CheckIcon size={16} />}
                  onChange={() => void switchTo(enrolment).catch(() => undefined)}
                >
                  {enrolment.collegeName}
                  <span className={classes.detail}>
                    {enrolment.sectionName}, {t('auth.yearOfStudy', { year: enrolment.year })}
                  </span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<LogoutIcon size={16} />} onClick={() => void signOut()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
