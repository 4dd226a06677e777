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
} satisfies Record<AccountErrorCode, string>;
