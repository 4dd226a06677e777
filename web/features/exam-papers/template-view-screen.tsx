import './paper-styles.ts';
import { Button, SegmentedControl, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { exportTemplateCorrelation } from '#contract/question-correlation.ts';
import type { WholeTemplate } from '#contract/templates.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { DownloadIcon, EditIcon, PrintIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './exam-papers.module.css';
import { idsIn, TemplateFrame } from './template-frame.tsx';
import { TemplateQuestionView } from './template-question.tsx';

function Questions({ template }: { readonly template: WholeTemplate }) {
  return template.exams.map((exam) => (
    <section key={exam.index} aria-label={exam.name}>
      <h2 className={classes.heading}>{exam.name}</h2>
      <ol className={classes.questions}>
        {exam.questions.map((question) => (
          <TemplateQuestionView key={question.position} question={question} number={question.position} />
        ))}
      </ol>
    </section>
  ));
}

/** Which question of the bank each number is (TMPL-3). */
function Correlation({ template }: { readonly template: WholeTemplate }) {
  const { t } = useTranslation();
  const { groupId, sessionId } = template;
  const fetchFile = (format: 'xlsx' | 'csv') =>
    void downloadCall<typeof exportTemplateCorrelation>(
      'GET templateExams/:groupId/:sessionId/correlation/export',
      { params: { groupId, sessionId }, query: { format, lang: currentLanguage() } },
    ).catch(() => undefined);
  return (
    <section aria-label={t('templates.correlation')}>
      <p className={classes.quiet}>{t('templates.correlationLead')}</p>
      <div className={classes.bar} data-print="hidden">
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<DownloadIcon size={16} />}
            onClick={() => fetchFile(format)}
          >
            {t('templates.download', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
      {template.exams.map((exam) => (
        <Table key={exam.index} className={classes.correlation} verticalSpacing={4}>
          <Table.Caption>{exam.name}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('templates.paperNumber')}</Table.Th>
              <Table.Th>{t('templates.originalNumber')}</Table.Th>
              <Table.Th>{t('templates.version')}</Table.Th>
              <Table.Th>{t('templates.chapter')}</Table.Th>
              <Table.Th>A, B, C…</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {exam.questions.map((question) => (
              <Table.Tr key={question.position}>
                <Table.Td>{question.position}</Table.Td>
                <Table.Td>{question.questionId}</Table.Td>
                <Table.Td>{question.version}</Table.Td>
                <Table.Td>{question.chapterCode}</Table.Td>
                <Table.Td>{question.answers.map(({ original }) => original).join(', ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
    </section>
  );
}

/** A template with its questions, or their correlation with the bank. */
export function Screen() {
  const { t } = useTranslation();
  const ids = idsIn(useScreenAddress('TemplateExamView').params);
  const [shown, setShown] = useState<'questions' | 'correlation'>('questions');
  return (
    <TemplateFrame
      ids={ids}
      actions={({ begun }) => (
        <>
          <Button
            variant="default"
            data-print="hidden"
            leftSection={<PrintIcon size={16} />}
            onClick={() => window.print()}
          >
            {t('examPrint.print')}
          </Button>
          <Button
            component={ScreenLink}
            data-print="hidden"
            href={addressOf(begun > 0 ? 'TemplateExamContest' : 'TemplateExamEdit', ids)}
            leftSection={<EditIcon />}
          >
            {t(begun > 0 ? 'templates.contest' : 'templates.edit')}
          </Button>
        </>
      )}
    >
      {(template) => (
        <div className={classes.template}>
          <SegmentedControl
            data-print="hidden"
            value={shown}
            onChange={(chosen) => setShown(chosen as typeof shown)}
            data={[
              { value: 'questions', label: t('templates.questions') },
              { value: 'correlation', label: t('templates.correlation') },
            ]}
          />
          {shown === 'questions' ? <Questions template={template} /> : <Correlation template={template} />}
        </div>
      )}
    </TemplateFrame>
  );
}
