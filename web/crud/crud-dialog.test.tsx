import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { examSession } from '#contract/entities/exam-session.ts';
import { room } from '#contract/entities/room.ts';
import { Network } from '#web/list/testing/network.ts';
import {
  dialog,
  press,
  resetPage,
  type Scope,
  screenIsNarrow,
  show,
  type,
} from '#web/list/testing/stage.tsx';
import { CrudScreen } from './crud-screen.tsx';

resetPage(() => import('./crud-dialog.tsx'));

const aula = { id: 1, name: 'Aula', building: 'A', seatNumbers: 40, priority: 0, rowSeats: 30, slotCount: 1 };
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Save/ });
const waitUntilSavable = () => waitFor(() => expect(saveButton().disabled).toBe(false));

async function addRoom() {
  const network = new Network().list('examrooms', [aula]);
  await show(<CrudScreen entities={[room]} />);
  await screen.findByText(/^Aula/);
  press('Add room');
  return { network, form: await dialog('Add room') };
}

function fillRoom(form: Scope) {
  type(form, /^Name/, 'A2');
  type(form, /^Building/, 'B');
  type(form, /^Seats/, '12');
  return type(form, /^Priority/, '0');
}

describe('[UX-6] the dialog', () => {
  it('[UX-6] disables save while the form is invalid, and counts 0 as filled', async () => {
    const { form } = await addRoom();
    expect(saveButton().disabled).toBe(true);
    fillRoom(form);
    await waitUntilSavable();
  });

  it('[UX-6] sends only the draft, closes and confirms', async () => {
    const { network, form } = await addRoom();
    fillRoom(form);
    await waitUntilSavable();
    press('Save room');
    await closed();
    expect(network.sent('POST')[0]).toMatchObject({
      path: 'examrooms',
      body: { name: 'A2', building: 'B', seatNumbers: 12, priority: 0 },
    });
    expect(await screen.findByText('Room created!')).toBeDefined();
    expect(screen.getByText('Successfully added: A2 · B')).toBeDefined();
  });

  it('[UX-6] saves on Enter', async () => {
    const { network, form } = await addRoom();
    const last = fillRoom(form);
    await waitUntilSavable();
    fireEvent.keyDown(last, { key: 'Enter', code: 'Enter' });
    await closed();
    expect(network.sent('POST')).toHaveLength(1);
  });

  it('[UX-6] names the problem and focuses the first invalid field on Enter in an incomplete form, without saving', async () => {
    const { network, form } = await addRoom();
    fireEvent.keyDown(type(form, /^Building/, 'B'), { key: 'Enter', code: 'Enter' });
    expect(await form.findAllByText('Required field')).not.toHaveLength(0);
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: /^Name/ })));
    expect(network.sent('POST')).toHaveLength(0);
  });

  it('[UX-6] picks an option on Enter in an open select, without saving', async () => {
    const network = new Network()
      .list('modules', [
        { id: 1, index: 1, name: 'Modul I' },
        { id: 2, index: 2, name: 'Modul II' },
      ])
      .list('sessions', []);
    await show(<CrudScreen entities={[examSession]} />);
    press(await waitFor(() => 'Add session'));
    const form = await dialog('Add session');
    const modules = form.getByRole('combobox', { name: /^Modules/ });
    fireEvent.click(modules);
    await screen.findByRole('option', { name: 'Modul I' });
    fireEvent.keyDown(modules, { key: 'ArrowDown', code: 'ArrowDown' });
    fireEvent.keyDown(modules, { key: 'Enter', code: 'Enter' });
    await waitFor(() => expect(form.getByText('Modul I')).toBeDefined());
    expect(screen.queryByText('Select at least 1')).toBeNull();
    expect(network.sent('POST')).toHaveLength(0);
  });

  it('[UX-6] closes on Escape when nothing was typed', async () => {
    await addRoom();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await closed();
  });

  it('[UX-6] asks on Escape before discarding input, and keeps it when declined', async () => {
    const { form } = await addRoom();
    type(form, /^Name/, 'A2');
    await waitFor(() => expect(form.getByDisplayValue('A2')).toBeDefined());
    fireEvent.keyDown(document.body, { key: 'Escape' });
    const question = await dialog('Close without saving?');
    expect(question.getByText('What you typed has not been saved.')).toBeDefined();
    press('Continue editing', question);
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    expect(form.getByDisplayValue('A2')).toBeDefined();
    press('Cancel', form);
    press('Close without saving', await dialog('Close without saving?'));
    await closed();
  });

  it('[UX-6] ignores a click outside', async () => {
    await addRoom();
    const overlay = document.querySelector('.mantine-Modal-overlay');
    const around = document.querySelector('.mantine-Modal-inner');
    for (const element of [overlay, around]) {
      if (!element) throw new Error('the dialog has nothing around it');
      fireEvent.mouseDown(element);
      fireEvent.click(element);
    }
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  test.each([
    [true, 'fills a narrow screen'],
    [false, 'leaves room around on a wide one'],
  ])('[UX-6] narrow %s: %s', async (narrow) => {
    screenIsNarrow(narrow);
    await addRoom();
    expect(document.querySelector('[data-full-screen]') !== null).toBe(narrow);
  });

  it('[UX-6] sends the fields without the id when modifying', async () => {
    const network = new Network().list('examrooms', [aula]).list('rows', []).list('examroomslots', []);
    await show(<CrudScreen entities={[room]} />);
    press(await screen.findByRole('button', { name: 'Edit Aula · A' }).then(() => 'Edit Aula · A'));
    const form = await dialog('Edit room');
    type(form, /^Seats/, '50');
    await waitUntilSavable();
    press('Save room');
    await closed();
    expect(network.sent('PUT')[0]).toMatchObject({
      path: 'examrooms/1',
      body: { name: 'Aula', building: 'A', seatNumbers: 50, priority: 0 },
    });
    expect(Object.keys(network.sent('PUT')[0]?.body as object)).not.toContain('id');
    expect(await screen.findByText('Room modified!')).toBeDefined();
  });
});

describe('[MSG-4] server refusals', () => {
  it('[MSG-3] shows field errors under their fields, and keeps all input', async () => {
    const { network, form } = await addRoom();
    fillRoom(form);
    await waitUntilSavable();
    network.refuseNext(400, 'validation.failed', {}, [
      { path: 'building', error: 'validation.tooLong', params: { max: 200 } },
    ]);
    press('Save room');
    const building = form.getByRole('textbox', { name: /^Building/ });
    expect(await form.findByText('At most 200 characters are allowed')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(building));
    expect(form.getByText('Error with room!')).toBeDefined();
    expect(form.getByDisplayValue('A2')).toBeDefined();
  });

  it('[MSG-17] shows other refusals in the dialog', async () => {
    const { network, form } = await addRoom();
    fillRoom(form);
    await waitUntilSavable();
    network.refuseNext(409, 'room.seatsExceeded');
    press('Save room');
    const alert = within(await form.findByRole('alert'));
    expect(alert.getByText(/Could not add\. The rows have more seats than the room/)).toBeDefined();
    expect(saveButton().disabled).toBe(false);
  });

  it('[MSG-17] says that a row could not be modified or deleted, and that it was', async () => {
    const network = new Network().list('examrooms', [aula]).list('rows', []).list('examroomslots', []);
    await show(<CrudScreen entities={[room]} />);
    await screen.findByText(/^Aula/);
    press('Edit Aula · A');
    const form = await dialog('Edit room');
    type(form, /^Seats/, '50');
    await waitUntilSavable();
    network.refuseNext(409, 'room.seatsExceeded');
    press('Save room');
    expect(await form.findByText(/Could not modify\. The rows have more seats than the room/)).toBeDefined();
    press('Save room');
    await closed();
    expect(await screen.findByText('Room modified!')).toBeDefined();
    expect(screen.getByText('Successfully modified: Aula · A')).toBeDefined();

    press('Delete Aula · A');
    network.refuseNext(409, 'resource.inUse', { by: 'appointment', count: 2 });
    press('Delete', await dialog('Delete room?'));
    expect(await screen.findByText(/Could not delete\./)).toBeDefined();
    expect(screen.getByText('Error with room!')).toBeDefined();
    await closed();
    press('Delete Aula · A');
    press('Delete', await dialog('Delete room?'));
    expect(await screen.findByText('Room deleted!')).toBeDefined();
    expect(screen.getByText('Successfully deleted: Aula · A')).toBeDefined();
  });

  it('[MSG-3] shows a duplicate value at its field, by its label', async () => {
    const { network, form } = await addRoom();
    fillRoom(form);
    await waitUntilSavable();
    network.refuseNext(409, 'resource.duplicate', { field: 'name' });
    press('Save room');
    expect(await form.findByText('There is already one with the same value: Name.')).toBeDefined();
  });
});
