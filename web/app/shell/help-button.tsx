import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { startTour } from '#web/app/tour/start-tour.ts';
import { HelpIcon } from '#web/ui/icons.tsx';
import classes from './header-icon.module.css';

/** Starts the tour of the current page (SHELL-9). */
export function HelpButton() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('tour.help')}>
      <ActionIcon
        className={classes.icon}
        variant="transparent"
        size="lg"
        aria-label={t('tour.help')}
        data-tour="help"
        onClick={() => void startTour()}
      >
        <HelpIcon size={20} />
      </ActionIcon>
    </Tooltip>
  );
}
