export const shortcuts = {
  Test: 'Essayer l’écran d’examen et vérifier cet ordinateur',
  ContestationsOwn: 'Vos contestations et leur issue',
  AdminExamPrint: 'Modèles, sujets à imprimer, feuilles de réponses',
  ExamSchedule: 'Salles et créneaux, jour par jour',
  StudentsExams: 'Résultats par session, discipline et série',
  Contestations: 'Contestations à traiter',
  Questions: 'Votre banque de questions : chercher, modifier, relire',
  NewQuestion: 'Ajouter une question à l’une de vos disciplines',
};
