import { Button, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CheckIcon, ClockIcon, CloseIcon, InfoIcon, KeyboardIcon, RedrawIcon } from '#web/ui/icons.tsx';
import { type CheckName, checkNames, type Finding, type Findings, outlookOf } from './finding.ts';
import classes from './rehearsal.module.css';
import { useChecks } from './use-checks.ts';

const icons: Record<Finding['state'], typeof CheckIcon> = {
  running: ClockIcon,
  waiting: KeyboardIcon,
  good: CheckIcon,
  note: InfoIcon,
  bad: CloseIcon,
};

function CheckLine({ name, finding }: { readonly name: CheckName; readonly finding: Finding }) {
  const { t } = useTranslation();
  const Icon = icons[finding.state];
  return (
    <li className={classes.check} data-state={finding.state} data-check={name}>
      <span className={classes.sign}>
        <Icon size={16} strokeWidth={2.25} />
      </span>
      <div className={classes.words}>
        <span className={classes.name}>
          {t(`rehearsal.${name}`)}
          <VisuallyHidden>: {t(`rehearsal.state_${finding.state}`)}</VisuallyHidden>
        </span>
        <span>{finding.state === 'running' ? t('rehearsal.stillChecking') : finding.says(t)}</span>
        {finding.state === 'bad' && <span className={classes.remedy}>{finding.remedy(t)}</span>}
      </div>
    </li>
  );
}

function OutlookLine({ findings }: { readonly findings: Findings }) {
  const { t } = useTranslation();
  const outlook = outlookOf(findings);
  const words = {
    good: 'rehearsal.allGood',
    running: 'rehearsal.stillChecking',
    waiting: 'rehearsal.oneMore',
  } as const;
  return (
    <p className={classes.outlook} data-state={outlook.status} role="status">
      {outlook.status === 'bad' ? t('rehearsal.someBad', { count: outlook.count }) : t(words[outlook.status])}
    </p>
  );
}

type CheckListProps = {
  /** Remounts the list, which repeats all checks. */
  readonly onCheckAgain: () => void;
};

/** Whether this computer is ready: a line per requirement, and what to do about the red ones (SIM-2). */
export function CheckList({ onCheckAgain }: CheckListProps) {
  const { t } = useTranslation();
  const findings = useChecks();
  return (
    <section className={classes.checks} aria-labelledby="checks" data-tour="rehearsal-checks">
      <h2 id="checks" className={classes.heading}>
        {t('rehearsal.checks')}
      </h2>
      <OutlookLine findings={findings} />
      <ul className={classes.list}>
        {checkNames.map((name) => (
          <CheckLine key={name} name={name} finding={findings[name]} />
        ))}
      </ul>
      <Button variant="default" leftSection={<RedrawIcon size={16} />} onClick={onCheckAgain}>
        {t('rehearsal.checkAgain')}
      </Button>
    </section>
  );
}
