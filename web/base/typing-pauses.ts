/** How long typing pauses, in milliseconds, before options or a list are searched, a form is used and similar questions are looked up. */
export const typingPauses = { options: 250, list: 300, form: 400, similar: 600 } as const;
