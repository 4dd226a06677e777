/** Exam-application mode: the sign-out after results. */
export const signOut = {
  soon: 'You will be signed out in {{time}}',
  hint: 'This computer is used for exams. Read your result; you can sign out earlier yourself.',
  now: 'Sign out now',
};
