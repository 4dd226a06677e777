import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { exportGradeBook } from '#contract/students-exams.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { BookIcon } from '#web/ui/icons.tsx';

type GradeBookMenuProps = {
  readonly sessionId: number | undefined;
  readonly examCustomId: number | undefined;
  readonly seriesId: number | undefined;
};

const formats = { xlsx: 'gradeBookExcel', csv: 'gradeBookCsv' } as const;

/** Downloads the grade book of the chosen exam and session (RESU-8). */
export function GradeBookMenu({ sessionId, examCustomId, seriesId }: GradeBookMenuProps) {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const isChosen = sessionId !== undefined && examCustomId !== undefined;
  const fetchFile = async (format: keyof typeof formats) => {
    setFetching(true);
    // The API client reports the error.
    await downloadCall<typeof exportGradeBook>('GET gradeBook/export', {
      query: { sessionId, examCustomId, seriesId, format, lang: currentLanguage() },
    }).catch(() => undefined);
    setFetching(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<BookIcon />}
          loading={fetching}
          disabled={!isChosen}
          title={isChosen ? undefined : t('studentsExams.chooseBoth')}
        >
          {t('studentsExams.gradeBook')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void fetchFile(format)}>
            {t(`studentsExams.${formats[format]}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
