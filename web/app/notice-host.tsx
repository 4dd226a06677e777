import { Notifications } from '@mantine/notifications';

/** The corner notices appear in (SHELL-7). */
export function NoticeHost() {
  return <Notifications position="bottom-right" limit={4} />;
}
