export const messages = {
  network: 'Le serveur n’est pas disponible. Veuillez réessayer plus tard !',
  sessionExpired: 'Session expirée',
  unauthorized: 'Accès non autorisé !',
  refused:
    'Cette action n’est pas possible ou les données ne sont pas valides. L’explication n’a pas pu être chargée.',
  examFinished: 'l’examen est terminé pour aujourd’hui !',
  noExams: 'ERREUR : aucun examen programmé n’a été trouvé pour l’étudiant.',
};
