/** The first page after signing in. */
export const dashboard = {
  greeting: 'Good day, {{name}}',
  entrances: 'What would you like to do?',
  enrolment: 'Your enrolment',
  enrolmentCollege: 'College',
  enrolmentSection: 'Section',
  enrolmentSeries: 'Series',
  enrolmentGroup: 'Group',
  enrolmentYear: 'Year of study',
  enrolmentLanguage: 'Language of study',
  nextTitle: 'No exam is waiting for you',
  nextText: 'When an appointment is made for you, its day, room and seat stand here.',
};
