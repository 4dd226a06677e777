import { Alert, Button, Checkbox, NumberInput, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template, TemplateRun } from '#contract/templates.ts';
import { maxTemplates } from '#domain/exam-structure/template-papers.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import classes from './exam-papers.module.css';
import { useTemplateCalls, useTemplateOverview } from './paper-calls.ts';
import { TemplateList } from './template-list.tsx';

type TemplatePanelProps = {
  readonly examCustomId: number;
  readonly sessionId: number;
  readonly selected: readonly Template[];
  readonly onSelect: (templates: readonly Template[]) => void;
};

function Generating({ examCustomId, sessionId, made }: GeneratingProps) {
  const { t } = useTranslation();
  const { generate } = useTemplateCalls();
  const [count, setCount] = useState<number | string>(4);
  const [randomize, setRandomize] = useState(true);
  const [isSending, setSending] = useState(false);
  const maxCount = maxTemplates - made;
  const isCount = typeof count === 'number' && count >= 1 && count <= maxCount;
  const start = async () => {
    if (typeof count !== 'number' || !isCount) return;
    setSending(true);
    try {
      await generate({ examCustomId, sessionId, count, randomize });
    } catch {
      // The call has reported the error.
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={classes.generating}>
      <NumberInput
        label={t('templates.count')}
        value={count}
        onChange={setCount}
        min={1}
        max={maxCount}
        allowDecimal={false}
        w="9rem"
      />
      <Checkbox
        label={t('templates.randomize')}
        checked={randomize}
        onChange={(event) => setRandomize(event.currentTarget.checked)}
      />
      <Button variant="default" disabled={!isCount} loading={isSending} onClick={() => void start()}>
        {t('templates.generate')}
      </Button>
    </div>
  );
}
type GeneratingProps = Pick<TemplatePanelProps, 'examCustomId' | 'sessionId'> & { readonly made: number };

/** The latest generation: its progress, or how it ended. */
function Run({ run }: { readonly run: TemplateRun }) {
  const { t } = useTranslation();
  const { cancel } = useTemplateCalls();
  const { id, state, made, wanted, problem } = run;
  if (state === 'running')
    return (
      <div className={classes.run} role="status">
        <span>{t('templates.generating', { made, wanted })}</span>
        <Progress
          value={(100 * made) / wanted}
          aria-label={t('templates.generating', { made, wanted })}
          className={classes.progress}
        />
        <Button size="xs" variant="default" onClick={() => void cancel(id).catch(() => undefined)}>
          {t('templates.cancel')}
        </Button>
      </div>
    );
  const reason = problem === null ? '' : textsOfError(new ApiError(problem as ApiError['code'])).join(' ');
  return (
    <p className={classes.quiet} role="status">
      {state === 'done'
        ? t('templates.run_done', { count: made })
        : t(`templates.run_${state}`, { made, wanted, reason })}
    </p>
  );
}

/** Generates templates of an exam in a session, and lists them for viewing, editing and printing (TMPL-1). */
export function TemplatePanel({ examCustomId, sessionId, selected, onSelect }: TemplatePanelProps) {
  const { t } = useTranslation();
  const overview = useTemplateOverview(examCustomId, sessionId);
  if (overview.isError)
    return (
      <ErrorPanel onRetry={() => void overview.refetch()}>
        {textsOfError(overview.error).join(' ')}
      </ErrorPanel>
    );
  const found = overview.data;
  return (
    <section aria-labelledby="print-templates">
      <h2 id="print-templates" className={classes.heading}>
        {t('templates.heading')}
      </h2>
      <p className={classes.quiet}>{t('templates.lead')}</p>
      {found && (
        <>
          {!found.pregenerated && (
            <Alert color="yellow" className={classes.notice}>
              {t('templates.notUsed')}
            </Alert>
          )}
          {found.obsolete > 0 && (
            <Alert color="yellow" className={classes.notice}>
              {t('templates.obsolete', { count: found.obsolete })}
            </Alert>
          )}
          {found.outdated > 0 && (
            <Alert color="yellow" className={classes.notice}>
              {t('templates.outdatedNote', { count: found.outdated })}
            </Alert>
          )}
          {found.run?.state !== 'running' && (
            <Generating
              examCustomId={examCustomId}
              sessionId={sessionId}
              made={found.templates - found.obsolete}
            />
          )}
          {found.run && <Run run={found.run} />}
          {found.templates === 0 ? (
            <p className={classes.quiet}>{t('templates.none')}</p>
          ) : (
            <TemplateList
              examCustomId={examCustomId}
              sessionId={sessionId}
              overview={found}
              selected={selected}
              onSelect={onSelect}
            />
          )}
        </>
      )}
    </section>
  );
}
