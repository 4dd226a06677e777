import type { TemplateErrorCode } from '#domain/errors.ts';

/** The refusals of templates; they come with templates and print. */
export const templateErrors = {
  'template.begun': 'Un étudiant a commencé un examen avec ce modèle ; il ne peut plus être modifié',
  'template.changed': 'Quelqu’un d’autre a modifié ce modèle entre-temps ; rouvrez-le',
  'template.notBegun': 'Personne n’a encore commencé d’examen avec ce modèle ; modifiez plutôt le modèle',
  'template.running': 'Des modèles de cet examen et de cette session sont déjà en cours de génération',
  'template.tooMany': 'Il peut y avoir au plus {{most}} modèles d’un examen dans une session',
  'template.unfit':
    'La question pour le numéro {{number}} n’est pas du même chapitre, ne peut pas être posée de la même façon ou est déjà dans le modèle',
} satisfies Record<TemplateErrorCode, string>;
