export const dashboard = {
  greeting: 'Bonjour, {{name}}',
  entrances: 'Que souhaitez-vous faire ?',
  enrolment: 'Votre inscription',
  enrolmentCollege: 'Faculté',
  enrolmentSection: 'Spécialisation',
  enrolmentSeries: 'Série',
  enrolmentGroup: 'Groupe',
  enrolmentYear: 'Année d’études',
  enrolmentLanguage: 'Langue d’études',
  nextTitle: 'Aucun examen ne vous attend',
  nextText: 'Dès qu’un rendez-vous existe pour vous, le jour, la salle et la place s’affichent ici.',
};
