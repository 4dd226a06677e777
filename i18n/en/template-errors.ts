import type { TemplateErrorCode } from '#domain/errors.ts';

/** The refusals of templates; they come with templates and print. */
export const templateErrors = {
  'template.begun': 'A student has begun an exam with this template; it can no longer be changed',
  'template.changed': 'Somebody else has changed this template meanwhile; open it again',
  'template.notBegun': 'Nobody has begun an exam with this template yet; edit the template instead',
  'template.running': 'Templates of this exam and session are being generated',
  'template.tooMany': 'There can be at most {{most}} templates of an exam in a session',
  'template.unfit':
    'The question for number {{number}} is not of the same chapter, cannot be asked in the same way, or is already in the template',
} satisfies Record<TemplateErrorCode, string>;
