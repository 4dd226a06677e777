import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Network } from '#web/list/testing/network.ts';
import { dialog, resetPage, show, type } from '#web/list/testing/stage.tsx';
import { Screen } from './exam-sessions-screen.tsx';

resetPage(() => import('#web/crud/crud-dialog.tsx'));

const session = {
  ...{ id: 4, description: 'Vara', startDate: '2027-06-01', endDate: '2027-06-20' },
  ...{ examScheduleStart: '2027-05-01T08:00:00.000Z', examScheduleEnd: '2027-06-10T08:00:00.000Z' },
  ...{ contestStartDate: '2027-06-21T08:00:00.000Z', contestEndDate: '2027-06-22T08:00:00.000Z' },
  ...{ contestResolveEndDate: '2027-06-25T08:00:00.000Z', examSessionModules: [1], moduleNames: ['Modul 1'] },
  ...{ gradE_CALC_MODE: 'JUST_CORRECT', simulation: false, pregenerateExamSession: false },
};

it('[CUST-2] a frozen scoring mode is saved only after an administrator has seen how many exams it concerns', async () => {
  const network = new Network()
    .list('modules', [{ id: 1, index: 1, name: 'Modul 1' }])
    .list('sessions', [session]);
  await show(<Screen />);
  fireEvent.click(await screen.findByRole('button', { name: /^Edit Vara/ }));
  const form = await dialog(/^Edit/);
  type(form, /^Description/, 'Vara 2027');
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  await waitFor(() => expect(save().disabled).toBe(false));
  const params = { exam: 'Anatomie', until: '2027-06-02T10:00:00.000Z', count: 12 };
  network.refuseNext(409, 'session.scoringFrozen', params);
  fireEvent.click(save());
  await screen.findByText(/Anatomie.* applies to 12 booked exams; no paper is drawn again\.$/);
  fireEvent.click(screen.getByRole('button', { name: 'Leave it unchanged' }));
  await screen.findByText(/cannot change before/);
  expect(network.sent('PUT')).toHaveLength(1);

  network.refuseNext(409, 'session.scoringFrozen', params);
  fireEvent.click(save());
  fireEvent.click(await screen.findByRole('button', { name: 'Change it anyway' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sent('PUT').map(({ query }) => query.get('override'))).toEqual([null, null, 'true']);
});
