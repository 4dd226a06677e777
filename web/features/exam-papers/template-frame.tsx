import { Alert, Anchor, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WholeTemplate } from '#contract/templates.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { numberIn } from '#web/base/number-in.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ChevronLeftIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './exam-papers.module.css';
import { type TemplateIds, useTemplate } from './paper-calls.ts';

const idIn = (text: string | undefined) => numberIn(text) ?? 0;

type Texts = { readonly groupId?: string; readonly sessionId?: string };

/** The template named in an address; 0 is never found. */
export const idsIn = ({ groupId, sessionId }: Texts): TemplateIds => ({
  groupId: idIn(groupId),
  sessionId: idIn(sessionId),
});

function Head({ template }: { readonly template: WholeTemplate }) {
  const { t } = useTranslation();
  const { examCustomId, sessionId } = template;
  return (
    <span className={classes.lead}>
      <Anchor
        component={ScreenLink}
        href={addressOf('AdminExamPrint', { examCustomId, examSessionId: sessionId })}
        className={classes.back}
        data-print="hidden"
      >
        <ChevronLeftIcon size={16} />
        {t('templates.back')}
      </Anchor>
      <span>{template.examName}</span>
      <span>{template.sessionName}</span>
      <span>{t(template.randomize ? 'templates.randomized' : 'templates.fixed')}</span>
    </span>
  );
}

type TemplateFrameProps = {
  readonly ids: TemplateIds;
  readonly actions: (template: WholeTemplate) => ReactNode;
  readonly children: (template: WholeTemplate) => ReactNode;
};

/** Loads a template and renders the page around it. */
export function TemplateFrame({ ids, actions, children }: TemplateFrameProps) {
  const { t } = useTranslation();
  const template = useTemplate(ids);
  if (template.isSuccess) return <Loaded template={template.data} actions={actions} content={children} />;
  return (
    <Page title={t('templates.number')}>
      {template.isError ? (
        <ErrorPanel onRetry={() => void template.refetch()}>
          {textsOfError(template.error).join(' ')}
        </ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
    </Page>
  );
}

/** Warns wherever a template is shown that it is not what the exam or the bank says now. */
function Warnings({ template }: { readonly template: WholeTemplate }) {
  const { t } = useTranslation();
  const changed = template.exams.flatMap(({ questions }) => questions.filter(({ isCurrent }) => !isCurrent));
  const canEdit = !template.isPrinted && template.begun + template.printed === 0;
  if (template.matchesExam && changed.length === 0) return null;
  return (
    <Alert color="yellow" className={classes.notice} data-print="hidden">
      {!template.matchesExam && <p className={classes.text}>{t('templates.noMatchNote')}</p>}
      {changed.length > 0 && (
        <p className={classes.text}>
          {t('templates.changedNote', { count: changed.length })}{' '}
          {t(canEdit ? 'templates.changedEdit' : 'templates.changedStay')}
        </p>
      )}
    </Alert>
  );
}

type LoadedProps = {
  readonly template: WholeTemplate;
  readonly actions: TemplateFrameProps['actions'];
  readonly content: TemplateFrameProps['children'];
};

function Loaded({ template, actions, content }: LoadedProps) {
  const { t } = useTranslation();
  const images = template.exams
    .flatMap(({ questions }) => questions)
    .flatMap(({ image, answers }) => [image, ...answers.map((answer) => answer.image)])
    .filter((name) => name !== null);
  const addresses = useImageAddresses(images);
  return (
    <Page
      title={t('templates.title', { number: template.number })}
      description={<Head template={template} />}
      actions={actions(template)}
    >
      <Warnings template={template} />
      <ImageAddressProvider value={addresses}>{content(template)}</ImageAddressProvider>
    </Page>
  );
}
