export const messages = {
  network: 'Serverul nu este disponibil. Încearcă din nou mai târziu!',
  sessionExpired: 'Sesiunea a expirat',
  unauthorized: 'Neautorizat!',
  examFinished: 'examenul a fost încheiat pentru astăzi!',
  noExams: 'EROARE: Nu am găsit niciun examen programat pentru student.',
};
