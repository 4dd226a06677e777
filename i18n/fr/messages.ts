export const messages = {
  network: 'Le serveur n’est pas disponible. Veuillez réessayer plus tard !',
  sessionExpired: 'Session expirée',
  unauthorized: 'Accès non autorisé !',
};
