export const messages = {
  network: 'Le serveur n’est pas disponible. Veuillez réessayer plus tard !',
  sessionExpired: 'Session expirée',
  unauthorized: 'Accès non autorisé !',
  examFinished: 'l’examen est terminé pour aujourd’hui !',
  noExams: 'ERREUR : aucun examen programmé n’a été trouvé pour l’étudiant.',
};
