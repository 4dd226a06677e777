export const signOut = {
  soon: 'Vous serez déconnecté dans {{time}}',
  hint: 'Cet ordinateur sert aux examens. Lisez votre résultat ; vous pouvez aussi vous déconnecter plus tôt.',
  now: 'Se déconnecter maintenant',
};
