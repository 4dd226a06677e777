export const messages = {
  network: 'Serverul nu este disponibil. Încearcă din nou mai târziu!',
  sessionExpired: 'Sesiunea a expirat',
  unauthorized: 'Neautorizat!',
  refused: 'Acțiunea nu este posibilă sau datele nu sunt valide. Explicația nu a putut fi încărcată.',
  examFinished: 'examenul a fost încheiat pentru astăzi!',
  noExams: 'EROARE: Nu am găsit niciun examen programat pentru student.',
};
