/** Words used on more than one screen. */
export const common = {
  loading: 'loading',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  home: 'Back to the dashboard',
  errorTitle: 'Something went wrong',
  leaveTitle: 'Leave without saving?',
  leave: 'Leave',
  stay: 'Stay here',
  keep: 'Keep it',
  notNow: 'Not now',
  /** Between a label and its value. */
  colon: ':',
};
