import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, test, vi } from 'vitest';
import { Network } from '#web/list/testing/network.ts';
import { dialog, press, resetPage, show, signInAs, type } from '#web/list/testing/stage.tsx';
import { Screen } from './students-screen.tsx';

resetPage();

const ana = {
  id: 7,
  externalId: 'S7',
  nrMatricol: '20240007',
  lastName: 'Pop',
  firstName: 'Ana',
  email: 'ana.pop@student.exam.test',
  cnp: '1630615123457',
  phoneNumber: '0722000000',
};

describe('[STRUCT-5] the personal identifier in the form', () => {
  test.each([
    [
      '1630615123458',
      'The CNP is not valid: its check digit, the last one, does not match. Check all 13 digits',
    ],
    ['1632215123457', 'The CNP is not valid: digits 2 to 7 must be the birth date (YYMMDD)'],
    ['5991231123459', 'The CNP is not valid: its birth date is still to come'],
    ['12', 'Expected a CNP of 13 digits or another identifier of 6 to 20 letters and digits'],
  ])('[STRUCT-5] refuses %s even while other fields are empty', async (id, message) => {
    new Network().list('students', []).list('colleges', []);
    await show(<Screen />);
    press('Add student');
    const form = await dialog('Add student');
    fireEvent.blur(type(form, /^Personal ID/, id));
    expect(await form.findByText(message)).toBeDefined();
  });

  it('[STRUCT-5] accepts another identifier with a notice, a CNP without one', async () => {
    new Network().list('students', []).list('colleges', []);
    await show(<Screen />);
    press('Add student');
    const form = await dialog('Add student');
    type(form, /^Personal ID/, 'FR1234567');
    expect(await form.findByText(/identifier of a foreign student/)).toBeDefined();
    type(form, /^Personal ID/, '1630615123457');
    await waitFor(() => expect(form.queryByText(/identifier of a foreign student/)).toBeNull());
  });
});

describe('[UX-6] the form', () => {
  it('[UX-6] asks in the order of the table: last name before first name, the place from the faculty down', async () => {
    new Network().list('students', []).list('colleges', []);
    await show(<Screen />);
    press('Add student');
    await dialog('Add student');
    const labels = [...screen.getByRole('dialog').querySelectorAll('label')];
    expect(labels.map(({ textContent }) => textContent?.replace(/ ?\*$/, '')).slice(0, 9)).toEqual([
      ...['Last name', 'First name', 'E-mail', 'Personal ID (CNP)', 'Phone'],
      ...['College', 'Section', 'Series', 'Year of study'],
    ]);
  });

  it.each([
    [/^Phone/, '07x', ['Expected a phone number with digits only, such as 0712 345 678 or +40 712 345 678']],
    [/^E-mail/, 'ana@umfst', ['Value os not a valid email address', 'Expected: name@example.ro']],
  ] as const)('[UX-15] says under %s what is expected instead of “%s”', async (label, wrong, texts) => {
    new Network().list('students', []).list('colleges', []);
    await show(<Screen />);
    press('Add student');
    const form = await dialog('Add student');
    fireEvent.blur(type(form, label, wrong));
    for (const text of texts) expect(await form.findByText(text)).toBeDefined();
  });
});

describe('[UX-9] copying', () => {
  test.each(['20240007', 'ana.pop@student.exam.test', 'Pop', 'Ana'])(
    '[UX-9] a secretary copies %s with a button',
    async (text) => {
      const written: string[] = [];
      vi.stubGlobal('navigator', {
        ...navigator,
        clipboard: { writeText: async (copied: string) => written.push(copied) },
      });
      signInAs('Secretar');
      new Network().list('students', [ana]);
      await show(<Screen />);
      fireEvent.click(await screen.findByRole('button', { name: `Copy ${text}` }));
      await waitFor(() => expect(written).toEqual([text]));
    },
  );
});

describe('several students at once', () => {
  it('a secretary disables the accounts of selected students, each once', async () => {
    signInAs('Secretar');
    const network = new Network().list('students', [
      { ...ana, userId: 70 },
      { ...ana, id: 8, userId: 70, nrMatricol: '20240008' },
      { ...ana, id: 9, userId: 90, firstName: 'Ion' },
    ]);
    await show(<Screen />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of the page' }));
    press((await screen.findByRole('button', { name: 'Disable accounts' })).textContent ?? '');
    const box = await dialog('Disable 2 accounts?');
    fireEvent.click(box.getByRole('button', { name: 'Disable accounts' }));
    await waitFor(() =>
      expect(network.sent('POST')).toMatchObject([
        { path: 'users/disableSelected', body: { ids: [70, 90] } },
      ]),
    );
  });

  it('[ROLE-11] a teacher selects none', async () => {
    signInAs('Profesori');
    new Network().list('students', [ana]);
    await show(<Screen />);
    await screen.findAllByText('ana.pop@student.exam.test');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
