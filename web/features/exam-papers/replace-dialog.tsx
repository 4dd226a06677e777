import { Button, Loader, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateQuestion, templateReplacements } from '#contract/templates.ts';
import { callList } from '#web/api/client.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import classes from './exam-papers.module.css';
import type { TemplateIds } from './paper-calls.ts';

type ReplaceDialogProps = {
  readonly ids: TemplateIds;
  readonly index: number;
  readonly question: TemplateQuestion;
  /** Questions already chosen as replacements. */
  readonly taken: readonly number[];
  readonly onChoose: (questionId: number) => void;
  readonly onClose: () => void;
};

/** The most questions shown; the search narrows them. */
const shown = 30;

/** Chooses a question of the same chapter and kind. */
export function ReplaceDialog({ ids, index, question, taken, onChoose, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { groupId, sessionId } = ids;
  const { position } = question;
  const found = useQuery({
    queryKey: ['templateExams', 'replacements', groupId, sessionId, index, position, search],
    queryFn: ({ signal }) =>
      callList<typeof templateReplacements>('GET templateExams/:groupId/:sessionId/replacements', {
        params: { groupId, sessionId },
        query: { index, position, search, take: shown },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const fit = (found.data?.data ?? []).filter(({ id }) => !taken.includes(id));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('templates.replaceTitle', { number: position })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p className={classes.quiet}>
        {t('templates.replaceLead', { chapter: `${question.chapterCode} ${question.chapterDescription}` })}
      </p>
      <SearchBox search={search} onSearch={setSearch} label={t('crud.search')} />
      {found.isPending && <Loader size="sm" aria-label={t('common.loading')} />}
      {found.isSuccess && fit.length === 0 && <p>{t('templates.replaceNone')}</p>}
      <ul className={classes.replacements}>
        {fit.map(({ id, text, uses }) => (
          <li key={id}>
            <div>
              <RichTextView text={text} />
              <div className={classes.quiet}>
                {t('templates.originalNumber')} {id} ·{' '}
                {uses === 0 ? t('templates.usesNone') : t('templates.uses', { count: uses })}
              </div>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t('templates.chooseQuestion', { id })}
              onClick={() => onChoose(id)}
            >
              {t('templates.choose')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
