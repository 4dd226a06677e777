import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import { notifyError, notifySuccess } from './notify.ts';

const notices = () => notificationsStore.getState().notifications;
afterEach(() => notifications.clean());

it('[SHELL-7] keeps an error until dismissed, without duplicates', () => {
  notifyError('The session overlaps');
  notifyError('The session overlaps');
  expect(notices()).toHaveLength(1);
  expect(notices()[0]).toMatchObject({ autoClose: false, 'data-group': 'appWarning' });
});

it('[SHELL-7] closes a success by itself', () => {
  notifySuccess('Room created!');
  expect(notices()[0]).toMatchObject({ autoClose: expect.any(Number), 'data-group': 'appWarning' });
});
