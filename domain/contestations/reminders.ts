/** How long before the deadline for resolving those who may resolve are reminded. */
export const reminderHours = 48;
