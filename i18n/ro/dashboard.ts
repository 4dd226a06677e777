export const dashboard = {
  greeting: 'Bună ziua, {{name}}',
  entrances: 'Ce dorești să faci?',
  enrolment: 'Înmatricularea ta',
  enrolmentCollege: 'Facultatea',
  enrolmentSection: 'Specializarea',
  enrolmentSeries: 'Seria',
  enrolmentGroup: 'Grupa',
  enrolmentYear: 'Anul de studiu',
  enrolmentLanguage: 'Limba de studiu',
  nextTitle: 'Nu te așteaptă niciun examen',
  nextText: 'Când există o programare pentru tine, aici vei vedea ziua, sala și locul.',
};
