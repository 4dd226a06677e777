import { Menu, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentEntry, entryAddress, type HeaderEntry } from '#domain/access/header.ts';
import { currentScreen } from '#web/base/current-screen.ts';
import { useStore } from '#web/base/store.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useFittingCount } from './fitting-count.ts';
import classes from './navigation-links.module.css';

/** The role's entries in one row; those that do not fit move to an overflow menu. */
export function NavigationLinks({ entries }: { readonly entries: readonly HeaderEntry[] }) {
  const { t } = useTranslation();
  const current = currentEntry(useStore(currentScreen)?.name, entries);
  const row = useRef<HTMLDivElement>(null);
  const twin = useRef<HTMLDivElement>(null);
  const count = useFittingCount(row, twin, entries.length);
  const isCurrent = (name: HeaderEntry) => name === current;
  const rest = entries.slice(count);
  const more = (
    <>
      {t('shell.moreEntries')} <ChevronDownIcon size={14} />
    </>
  );

  return (
    <div ref={row} className={classes.row}>
      {entries.slice(0, count).map((name) => (
        <ScreenLink
          key={name}
          href={entryAddress(name)}
          className={classes.link}
          aria-current={isCurrent(name) ? 'page' : undefined}
        >
          {t(`screens.${name}`)}
        </ScreenLink>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <UnstyledButton className={classes.link} data-current={rest.some(isCurrent) || undefined}>
              {more}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((name) => (
              <Menu.Item
                key={name}
                component={ScreenLink}
                href={entryAddress(name)}
                aria-current={isCurrent(name) ? 'page' : undefined}
              >
                {t(`screens.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <div ref={twin} className={classes.twin} aria-hidden="true">
        {entries.map((name) => (
          <span key={name} className={classes.link}>
            {t(`screens.${name}`)}
          </span>
        ))}
        <span className={classes.link}>{more}</span>
      </div>
    </div>
  );
}
