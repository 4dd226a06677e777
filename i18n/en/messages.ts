/** The messages of the client itself (MSG-1 to MSG-21; the wording, typos included, is the university's). */
export const messages = {
  network: 'The server is unavaible. Please try again later!',
  sessionExpired: 'Session expired',
  unauthorized: 'Unautorized!',
  refused: 'This is not possible or not valid. The explanation could not be loaded.',
  examFinished: 'exam was finished for today!',
  noExams: "ERROR: We didn't found any exams programmed for the student.",
};
