import { Notifications } from '@mantine/notifications';

/** The corner where notices appear (SHELL-7). */
export function NoticeHost() {
  return <Notifications position="bottom-right" limit={4} />;
}
