import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDiscipline } from '#web/list/testing/discipline.ts';
import { Network } from '#web/list/testing/network.ts';
import { dialog, press, resetPage, show } from '#web/list/testing/stage.tsx';
import { Screen } from './disciplines-screen.tsx';

resetPage();

const discipline = aDiscipline(1, 'Anatomie', { code: 'ANA', questionCount: 21 });
const aChapter = (id: number, description: string, totalQuestionCount: number) => ({
  id,
  disciplineId: 1,
  code: `K${id}`,
  description,
  examOnly: false,
  disciplineDescription: 'Anatomie',
  totalQuestionCount,
  mayEdit: true,
});

it.each([
  ['Inima', 21, /Its 21 questions are deleted too; exams that were already taken keep them\./],
  ['Plămânul', 1, /Its 1 question is deleted too; exams that were already taken keep it\./],
  ['Gol', 0, undefined],
] as const)(
  '[MSG-16] warns before chapter %s is deleted of its %i questions',
  async (description, questions, warning) => {
    const network = new Network()
      .list('disciplines', [discipline])
      .list('chapters', [aChapter(7, description, questions)], { via: 'disciplineId' })
      .list('teachers', []);
    await show(<Screen />);
    await screen.findByText('Anatomie');
    press('Show what belongs to ANA · Anatomie');
    await screen.findByText(description);
    press(`Delete K7 · ${description}`);
    const question = await dialog('Delete chapter?');
    question.getByText(/will be deleted/);
    const warnings = question.queryAllByText(/deleted too/).map(({ textContent }) => textContent);
    expect(warnings).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
    expect(network.sent('DELETE')).toEqual([]);
  },
);
