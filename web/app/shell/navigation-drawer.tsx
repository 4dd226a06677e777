import { Drawer, NavLink } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Actor } from '#domain/access/actor.ts';
import { currentEntry, entryAddress, type HeaderEntry, headerEntries } from '#domain/access/header.ts';
import { currentScreen } from '#web/base/current-screen.ts';
import { useStore } from '#web/base/store.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import classes from './navigation-drawer.module.css';

type DrawerProps = {
  readonly entries: readonly HeaderEntry[];
  readonly actor: Actor | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Entries that come with the admin role; the drawer shows them as a group. */
function adminEntries(actor: Actor | undefined): readonly HeaderEntry[] {
  if (!actor?.roles.includes('Admin')) return [];
  const adminEntries = headerEntries({ ...actor, roles: ['Admin'], dean: false }, false);
  return adminEntries.filter((name) => name !== 'Dashboard');
}

/** Holds the role's entries and the language switch on small screens. */
export function NavigationDrawer({ entries, actor, opened, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const current = currentEntry(useStore(currentScreen)?.name, entries);
  const grouped = adminEntries(actor);

  const link = (name: HeaderEntry) => (
    <NavLink
      key={name}
      component={ScreenLink}
      href={entryAddress(name)}
      label={t(`screens.${name}`)}
      active={name === current}
      aria-current={name === current ? 'page' : undefined}
      onClick={onClose}
      className={classes.link}
    />
  );

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="18rem"
      title={t('shell.university')}
      closeButtonProps={{ 'aria-label': t('shell.closeMenu') }}
    >
      <nav aria-label={t('shell.mainNavigation')}>
        {entries.filter((name) => name === 'Dashboard').map(link)}
        {grouped.length > 0 && (
          <section aria-label={t('shell.adminGroup')}>
            <h2 className={classes.group}>{t('shell.adminGroup')}</h2>
            {entries.filter((name) => grouped.includes(name)).map(link)}
          </section>
        )}
        {entries.filter((name) => name !== 'Dashboard' && !grouped.includes(name)).map(link)}
      </nav>
      <div className={classes.language}>
        <LanguageSwitch />
      </div>
    </Drawer>
  );
}
