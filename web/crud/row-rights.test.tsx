import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chapter, discipline } from '#contract/entities/discipline.ts';
import { aDiscipline } from '#web/list/testing/discipline.ts';
import { Network } from '#web/list/testing/network.ts';
import { dialog, press, resetPage, show, signInAs, type } from '#web/list/testing/stage.tsx';
import { CrudScreen } from './crud-screen.tsx';

resetPage(() => import('./crud-dialog.tsx'));

const aChapter = (id: number, disciplineId: number, flags: object = {}) => ({
  id,
  disciplineId,
  code: `K${id}`,
  description: `Chapter ${id}`,
  examOnly: false,
  disciplineDescription: '',
  totalQuestionCount: 3,
  mayEdit: true,
  ...flags,
});

describe('[ROLE-11] rows with their own write rights', () => {
  it('[ROLE-11] have buttons only where the row allows writing', async () => {
    new Network().list('disciplines', [
      aDiscipline(1, 'Own', { mayEdit: true }),
      aDiscipline(2, 'Shared', { mayEdit: false }),
    ]);
    signInAs('Secretar');
    await show(<CrudScreen entities={[discipline]} />);
    await screen.findByText('Shared');
    expect(screen.getByRole('button', { name: 'Edit D1 · Own' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /(Edit|Delete) D2/ })).toBeNull();
  });

  it('[ROLE-5] adds children only below a row that is open to the user', async () => {
    new Network()
      .list('disciplines', [
        aDiscipline(1, 'Held', { mayEdit: false, mayEditChapters: true }),
        aDiscipline(2, 'Helped', { mayEdit: false, mayEditChapters: false }),
      ])
      .list('chapters', [aChapter(1, 1), aChapter(2, 2, { mayEdit: false })], { via: 'disciplineId' });
    signInAs('Profesori');
    await show(<CrudScreen entities={[discipline]} />);
    await screen.findByText('Helped');
    press('Show what belongs to D1 · Held');
    await screen.findByRole('button', { name: 'Edit K1 · Chapter 1' });
    expect(screen.getAllByRole('button', { name: 'Add chapter' })).toHaveLength(1);
    press('Show what belongs to D2 · Helped');
    await screen.findByText('Chapter 2');
    expect(screen.getAllByRole('button', { name: 'Add chapter' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /(Edit|Delete) K2/ })).toBeNull();
  });
});

describe('[MSG-16] texts about deleting a row', () => {
  it('[MSG-16] says that a chapter was not added', async () => {
    const network = new Network()
      .list('disciplines', [aDiscipline(1, 'Own', {})])
      .list('chapters', [], { via: 'disciplineId' });
    await show(<CrudScreen entities={[discipline]} />);
    await screen.findByText('Own');
    press('Show what belongs to D1 · Own');
    await screen.findByRole('button', { name: 'Add chapter' });
    press('Add chapter');
    const form = await dialog(/^Add chapter/);
    type(form, /^Code/, 'K1');
    type(form, /^Name/, 'Inima');
    const save = form.getByRole<HTMLButtonElement>('button', { name: /^Save/ });
    await waitFor(() => expect(save.disabled).toBe(false));
    network.refuseNext(409, 'resource.duplicate', { field: 'code' });
    press('Save chapter', form);
    expect(await form.findByText(/The chapter was not added\./)).toBeDefined();
  });

  it('[MSG-16] uses the entity’s own failure text, where the language has one', async () => {
    const network = new Network().list('chapters', [
      { id: 1, code: 'C1', description: 'Inima', examOnly: false, totalQuestionCount: 2, mayEdit: true },
    ]);
    await show(<CrudScreen entities={[chapter]} />);
    await screen.findByText('Inima');
    press('Delete C1 · Inima');
    const question = await dialog('Delete chapter?');
    expect(question.getByText(/Its 2 questions are deleted too/)).toBeDefined();
    network.refuseNext(409, 'resource.inUse', { by: 'question', count: 2 });
    press('Delete', question);
    await waitFor(() =>
      expect(within(document.body).getByText(/The chapter was not deleted\./)).toBeDefined(),
    );
  });
});
