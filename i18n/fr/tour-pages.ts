/** What the guided tour says about the main screens of each role, in French. */
export const tourPages = {
  ExamSimulationTitle: 'S’entraîner',
  ExamSimulationText:
    'Choisissez une discipline ou un examen entier. Une simulation a la même durée et le même genre de questions ; elle ne compte jamais parmi vos résultats.',
  TestTitle: 'Répétition',
  TestText:
    'La liste dit si cet ordinateur est prêt. Les questions d’essai fonctionnent comme celles d’un examen, et rien n’est conservé.',
  ExamsPreviewTitle: 'Vos résultats',
  ExamsPreviewText:
    'Points et note de chaque examen. Une ligne ouvre les questions dès qu’elles peuvent être montrées.',
  QuestionsTitle: 'La banque de questions',
  QuestionsText:
    'Limitez la liste par discipline et chapitre. Une ligne ouvre la question ; son historique montre qui a modifié quoi.',
  DisciplineListTitle: 'Structure de l’examen',
  DisciplineListText:
    'Ouvrez une discipline pour fixer combien de questions l’examen prend dans chaque chapitre. Les totaux passent au rouge, avec la raison, quand la banque ne suffit pas.',
  TeacherExamsTitle: 'Essayer votre examen',
  TeacherExamsText:
    'Un essai pose les questions qu’un étudiant recevrait et ne laisse aucune trace dans les dossiers.',
  StudentsTitle: 'Étudiants',
  StudentsText:
    'Cherchez par nom, numéro ou adresse. Au bout d’une ligne, modifiez une inscription ou imprimez un mot de passe à usage unique.',
  DisciplineManageTitle: 'Disciplines et chapitres',
  DisciplineManageText:
    'Une discipline a des titulaires et des collaborateurs ; dépliez-la pour gérer ses chapitres.',
  ImportsTitle: 'Importations',
  ImportsText:
    'Déposez un fichier et voyez ce qui serait importé. Rien n’est enregistré avant d’appuyer sur le bouton d’importation.',
  ConfigurationTitle: 'Paramètres',
  ConfigurationText:
    'Choisissez un groupe. Chaque paramètre dit ce qu’il change et pour qui ; avant d’enregistrer, vous voyez ce qu’une modification touche.',
};
