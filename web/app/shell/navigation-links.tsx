import { Menu, OverflowList, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type ScreenName, screens } from '#domain/access/screens.ts';
import { currentScreen } from '#web/app/current-screen.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { useStore } from '#web/ui/store.ts';
import classes from './navigation-links.module.css';

/** The entries of the role in one row; what does not fit stands in a menu at its end. */
export function NavigationLinks({ entries }: { readonly entries: readonly ScreenName[] }) {
  const { t, i18n } = useTranslation();
  const current = useStore(currentScreen)?.name;
  const isCurrent = (name: ScreenName) => name === current || (name === 'Dashboard' && current === 'Home');

  return (
    <OverflowList
      // Labels of another language have other widths: measure again.
      key={i18n.language}
      data={[...entries]}
      gap={0}
      renderItem={(name: ScreenName) => (
        <Link
          key={name}
          to={screens[name].path}
          className={classes.link}
          aria-current={isCurrent(name) ? 'page' : undefined}
        >
          {t(`screens.${name}`)}
        </Link>
      )}
      renderOverflow={(hidden: ScreenName[]) => (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <UnstyledButton className={classes.link} data-current={hidden.some(isCurrent) || undefined}>
              {t('shell.moreEntries')} <ChevronDownIcon size={14} />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map((name) => (
              <Menu.Item
                key={name}
                component={Link}
                to={screens[name].path}
                aria-current={isCurrent(name) ? 'page' : undefined}
              >
                {t(`screens.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    />
  );
}
