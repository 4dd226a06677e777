import type { AccountErrorCode } from '#domain/errors.ts';

export const accountErrors = {
  'account.sitting':
    '{{name}} passe un examen en ce moment. La désactivation du compte mettrait fin à sa connexion en plein examen.',
  'account.self': 'Vous ne pouvez pas désactiver votre propre compte. Un autre administrateur peut le faire.',
  'account.disabled': 'Le compte est désactivé. Activez-le d’abord.',
  'account.noLinkAddress': 'Aucun lien ne peut être envoyé : le serveur a été démarré sans PUBLIC_URL.',
  'dayPassword.noDirectory':
    'Les étudiants ne se connectent pas par l’annuaire et n’ont donc pas besoin de mots de passe du jour.',
  'dayPassword.past': 'Ce jour est passé.',
  'dayPassword.nobody': 'Personne n’y est attendu.',
  'privacy.notConfirmed': 'L’adresse saisie n’est pas celle de ce compte.',
  'privacy.erased': 'Les données de cette personne ont déjà été effacées.',
  'privacy.self': 'Vous ne pouvez pas effacer vos propres données. Un autre administrateur le peut.',
  'privacy.staff':
    '{{name}} fait partie du personnel. Retirez d’abord ses rôles : administrateur, enseignant, secrétaire.',
  'privacy.sitting': '{{name}} passe un examen en ce moment.',
  'privacy.booked': '{{name}} a un rendez-vous qui n’est pas passé. Annulez-le d’abord.',
  'privacy.kept': 'Les résultats de cette personne doivent lui rester rattachés jusqu’au {{day}}.',
} satisfies Record<AccountErrorCode, string>;
