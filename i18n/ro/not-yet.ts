export const notYet = {
  title: 'Această pagină este în pregătire',
  text: 'Se va deschide într-una dintre versiunile următoare. Tot ce poți folosi deja se află pe panoul principal.',
};
