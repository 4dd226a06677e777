import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Progress,
  Table,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template, TemplateList, TemplateRun } from '#contract/templates.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { maxTemplates } from '#domain/exam-structure/template-papers.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { confirm } from '#web/ui/confirm.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { DeleteIcon, EditIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './exam-papers.module.css';
import { useTemplateCalls, useTemplates } from './paper-calls.ts';

type TemplatePanelProps = {
  readonly examCustomId: number;
  readonly sessionId: number;
  readonly selected: readonly number[];
  readonly onSelect: (groupIds: readonly number[]) => void;
};

const percent = (share: number) => `${formatNumber(Math.round(share * 100), currentLanguage())} %`;

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
      // The API client reports the error.
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

function Row({ template, sessionId, isSelected, onSelect }: RowProps) {
  const { t } = useTranslation();
  const { remove } = useTemplateCalls();
  const { groupId, number, begun, printed, nearest } = template;
  const askAndRemove = async () => {
    const sure = await confirm({
      title: t('templates.removeTitle'),
      message: t('templates.removeText', { number }),
      confirmLabel: t('templates.remove'),
      danger: true,
    });
    if (!sure) return;
    await remove({ groupId, sessionId });
    notifySuccess(t('templates.removed', { number }));
  };
  const name = t('templates.title', { number });
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={t('templates.select', { number })}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Anchor component={ScreenLink} href={addressOf('TemplateExamView', { groupId, sessionId })}>
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td className={classes.figure}>{template.questions}</Table.Td>
      <Table.Td className={classes.figure}>{begun}</Table.Td>
      <Table.Td className={classes.figure}>{template.waiting}</Table.Td>
      <Table.Td>
        {nearest
          ? t('templates.nearestValue', {
              share: percent(nearest.share),
              number: nearest.one === number ? nearest.other : nearest.one,
            })
          : '-'}
      </Table.Td>
      <Table.Td className={classes.figure}>{template.outdated}</Table.Td>
      <Table.Td>{t(template.randomize ? 'templates.randomized' : 'templates.fixed')}</Table.Td>
      <Table.Td>{formatDateTime(template.madeAt)}</Table.Td>
      <Table.Td>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <Tooltip label={t('templates.view')}>
            <ActionIcon
              variant="subtle"
              component={ScreenLink}
              href={addressOf('TemplateExamView', { groupId, sessionId })}
              aria-label={`${t('templates.view')}: ${name}`}
            >
              <PreviewIcon />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('templates.edit')}>
            <ActionIcon
              variant="subtle"
              component={ScreenLink}
              href={addressOf('TemplateExamEdit', { groupId, sessionId })}
              aria-label={`${t('templates.edit')}: ${name}`}
            >
              <EditIcon />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('templates.remove')}>
            <ActionIcon
              variant="subtle"
              color="red"
              disabled={begun + printed > 0}
              aria-label={`${t('templates.remove')}: ${name}`}
              onClick={() => void askAndRemove().catch(() => undefined)}
            >
              <DeleteIcon />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
type RowProps = {
  readonly template: Template;
  readonly sessionId: number;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
};

function Templates({ list, sessionId, selected, onSelect }: TemplatesProps) {
  const { t } = useTranslation();
  const all = list.templates.map(({ groupId }) => groupId);
  const columns = ['number', 'questions', 'begun', 'waiting', 'nearest', 'outdated'] as const;
  const { mean, worst } = list.overlap;
  return (
    <>
      {worst && (
        <p className={classes.quiet}>
          {t('templates.overlap', {
            mean: percent(mean),
            most: percent(worst.share),
            one: worst.one,
            other: worst.other,
          })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={t('templates.list')} tabIndex={0}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Checkbox
                  aria-label={t('templates.selectAll')}
                  checked={all.length > 0 && selected.length === all.length}
                  indeterminate={selected.length > 0 && selected.length < all.length}
                  onChange={(event) => onSelect(event.currentTarget.checked ? all : [])}
                />
              </Table.Th>
              {columns.map((name) => (
                <Table.Th key={name}>{t(`templates.${name}`)}</Table.Th>
              ))}
              <Table.Th>{t('templates.order')}</Table.Th>
              <Table.Th>{t('templates.madeAt')}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{t('templates.actions')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.templates.map((template) => (
              <Row
                key={template.groupId}
                template={template}
                sessionId={sessionId}
                isSelected={selected.includes(template.groupId)}
                onSelect={(isSelected) =>
                  onSelect(
                    isSelected
                      ? [...selected, template.groupId]
                      : selected.filter((id) => id !== template.groupId),
                  )
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
type TemplatesProps = Pick<TemplatePanelProps, 'sessionId' | 'selected' | 'onSelect'> & {
  readonly list: TemplateList;
};

/** Generates templates of an exam in a session, and lists them for viewing, editing and printing (TMPL-1). */
export function TemplatePanel({ examCustomId, sessionId, selected, onSelect }: TemplatePanelProps) {
  const { t } = useTranslation();
  const templates = useTemplates(examCustomId, sessionId);
  if (templates.isError)
    return (
      <ErrorPanel onRetry={() => void templates.refetch()}>
        {textsOfError(templates.error).join(' ')}
      </ErrorPanel>
    );
  const list = templates.data;
  return (
    <section aria-labelledby="print-templates">
      <h2 id="print-templates" className={classes.heading}>
        {t('templates.heading')}
      </h2>
      <p className={classes.quiet}>{t('templates.lead')}</p>
      {list && (
        <>
          {!list.pregenerated && (
            <Alert color="yellow" className={classes.notice}>
              {t('templates.notUsed')}
            </Alert>
          )}
          {list.run?.state !== 'running' && (
            <Generating examCustomId={examCustomId} sessionId={sessionId} made={list.templates.length} />
          )}
          {list.run && <Run run={list.run} />}
          {list.templates.length === 0 ? (
            <p className={classes.quiet}>{t('templates.none')}</p>
          ) : (
            <Templates list={list} sessionId={sessionId} selected={selected} onSelect={onSelect} />
          )}
        </>
      )}
    </section>
  );
}
