export const notYet = {
  title: 'Cette page est en préparation',
  text: 'Elle ouvrira avec l’une des prochaines versions. Tout ce que vous pouvez déjà utiliser se trouve sur le tableau de bord.',
};
