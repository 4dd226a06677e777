export const messages = {
  network: 'Serverul nu este disponibil. Încearcă din nou mai târziu!',
  sessionExpired: 'Sesiunea a expirat',
  unauthorized: 'Neautorizat!',
};
