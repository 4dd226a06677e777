export const common = {
  loading: 'chargement',
  retry: 'Réessayer',
  cancel: 'Annuler',
  close: 'Fermer',
  home: 'Retour au tableau de bord',
  errorTitle: 'Une erreur est survenue',
  leaveTitle: 'Partir sans enregistrer ?',
  leave: 'Partir',
  stay: 'Rester ici',
  keep: 'Conserver',
  notNow: 'Pas maintenant',
  /** Between a label and its value. */
  colon: ' :',
};
