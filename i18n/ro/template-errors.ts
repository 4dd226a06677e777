import type { TemplateErrorCode } from '#domain/errors.ts';

/** The refusals of templates; they come with templates and print. */
export const templateErrors = {
  'template.begun': 'Un student a început un examen cu acest șablon; nu mai poate fi modificat',
  'template.changed': 'Altcineva a modificat între timp acest șablon; deschide-l din nou',
  'template.notBegun': 'Niciun student nu a început încă un examen cu acest șablon; modifică șablonul',
  'template.running': 'Se generează deja șabloane pentru acest examen și această sesiune',
  'template.tooMany': 'Pot exista cel mult {{most}} șabloane ale unui examen într-o sesiune',
  'template.unfit':
    'Întrebarea pentru numărul {{number}} nu este din același capitol, nu poate fi pusă în același fel sau este deja în șablon',
} satisfies Record<TemplateErrorCode, string>;
