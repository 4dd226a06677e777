import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { headerEntries } from '#domain/access/header.ts';
import { useCanSimulate } from '#web/api/can-simulate.ts';
import { runningExam, useExamPresence } from '#web/base/exam-presence.ts';
import { useSignIn } from '#web/base/sign-in-state.ts';
import { useStore } from '#web/base/store.ts';
import { MenuIcon } from '#web/ui/icons.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './header.module.css';
import { HelpButton } from './help-button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Publishes the header's height to CSS, for elements that stick below it. */
function useHeaderHeight() {
  const header = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const page = document.documentElement;
    const element = header.current;
    if (!element) return;
    const measure = () => page.style.setProperty('--app-header-height', `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.style.removeProperty('--app-header-height');
    };
  }, []);
  return header;
}

/** The header of every page except the print page: logo, entries of the role, language, account menu. */
export function Header() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const canSimulate = useCanSimulate();
  const { onExam, examVisible } = useExamPresence();
  const isSitting = typeof useStore(runningExam) === 'object';
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const header = useHeaderHeight();

  const entries = onExam || examVisible ? [] : headerEntries(signIn?.actor, canSimulate ?? false);
  const hasLinks = entries.length > 0;

  return (
    <header ref={header} className={classes.header} data-print="hidden">
      <div className={classes.bar}>
        {hasLinks && (
          <ActionIcon
            className={classes.burger}
            variant="transparent"
            size="lg"
            aria-label={t('shell.openMenu')}
            aria-expanded={isDrawerOpen}
            onClick={drawer.open}
            data-tour="menu"
          >
            <MenuIcon size={22} />
          </ActionIcon>
        )}
        <Logo onExam={onExam} withUniversity={signIn !== undefined && !onExam} />
        <div className={classes.controls}>
          {!onExam && (
            <div className={hasLinks ? classes.language : undefined}>
              <LanguageSwitch onDark />
            </div>
          )}
          {signIn && !onExam && !isSitting && <HelpButton />}
          <Tooltip.Group openDelay={500}>
            <ThemeButton />
          </Tooltip.Group>
          {signIn && <AccountMenu signIn={signIn} onExam={onExam} />}
        </div>
      </div>
      {hasLinks && (
        <nav className={classes.navigation} aria-label={t('shell.mainNavigation')} data-tour="navigation">
          <NavigationLinks entries={entries} />
        </nav>
      )}
      {hasLinks && (
        <NavigationDrawer
          entries={entries}
          actor={signIn?.actor}
          opened={isDrawerOpen}
          onClose={drawer.close}
        />
      )}
    </header>
  );
}
