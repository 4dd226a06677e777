/** Reminders are sent the day before an exam, from this hour on (APPT-6). They say "tomorrow", so they expire with that day. */
export const reminderHour = '09:00';

/** A student who got another mail about the exam within these hours is not reminded. */
export const quietHours = 12;
