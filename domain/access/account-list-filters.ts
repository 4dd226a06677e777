/** The roles by which the list of accounts filters; the rights of an account are in `domain/sign-in/account-roles.ts`. */
export const accountRoles = ['admin', 'teacher', 'secretary', 'student', 'none'] as const;
/** How an account signs in: through the directory, with an own or a one-time password, or not yet. */
export const passwordStates = ['directory', 'own', 'once', 'none'] as const;
