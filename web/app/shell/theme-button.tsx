import { ActionIcon, Tooltip } from '@mantine/core';
import { MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import { useTheme } from '#web/ui/use-theme.ts';
import classes from './header-icon.module.css';

/** Switches between light and dark; labelled with the theme it switches to. */
export function ThemeButton() {
  const { isDark, switchLabel, toggle } = useTheme();
  return (
    <Tooltip label={switchLabel}>
      <ActionIcon
        className={classes.icon}
        variant="transparent"
        size="lg"
        aria-label={switchLabel}
        onClick={toggle}
      >
        {isDark ? <SunIcon size={20} /> : <MoonIcon size={20} />}
      </ActionIcon>
    </Tooltip>
  );
}
