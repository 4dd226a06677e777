import type { CustomExamErrorCode } from '#domain/errors.ts';

/** The refusals that only the editor of custom exams shows; they come with it. */
export const customExamErrors = {
  'customExam.changed':
    'L’examen a été modifié entre-temps par {{by}}. Votre saisie est conservée ; comparez avant d’enregistrer.',
  'customExam.frozen':
    'La session « {{session}} » va commencer ou est en cours : disciplines, nombres de questions, pourcentages et durée ne peuvent pas changer avant le {{until}}.',
  'customExam.hasAppointments':
    'L’examen ne peut pas être supprimé : rendez-vous à venir : {{count}}. Annulez-les ou déplacez-les d’abord.',
  'customExam.partSat':
    '« {{part}} » a été passé (examens : {{count}}) et doit garder ses disciplines. Copiez l’examen pour la session suivante.',
  'customExam.slotTooShort':
    'Rendez-vous dont le créneau est plus court que {{minutes}} minutes : {{count}}. Déplacez-les d’abord ou choisissez une durée plus courte.',
  'customExam.cohortBooked':
    'Rendez-vous d’étudiants qui n’appartiendraient plus à l’examen : {{count}}. Annulez-les d’abord ou gardez leurs séries.',
  'customExam.empty': 'L’examen ne demande encore aucune discipline',
  'customExam.disciplineTwice': 'Cette discipline fait déjà partie de l’examen',
  'customExam.noStructure':
    '{{discipline}} n’a pas encore de structure d’examen ; ses titulaires ou le décanat l’enregistrent',
  'customExam.aboveBank': '{{discipline}} : questions demandées : {{asked}}, saisies : {{entered}}',
  'customExam.simpleShort':
    '{{discipline}}, chapitre {{chapter}} : questions simples demandées : {{asked}}, disponibles : {{available}}',
  'customExam.multipleShort':
    '{{discipline}}, chapitre {{chapter}} : questions multiples demandées : {{asked}}, disponibles : {{available}}',
  'customExam.chapterShort':
    '{{discipline}}, chapitre {{chapter}} : questions demandées : {{asked}}, disponibles : {{available}}',
} satisfies Record<CustomExamErrorCode, string>;
