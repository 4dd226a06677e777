export const tour = {
  help: 'Visite guidée de cette page',
  offerTitle: 'Première visite ?',
  offerText:
    'Une courte visite vous montre où se trouvent les choses. Vous pouvez la lancer à tout moment avec le point d’interrogation en haut.',
  offerStart: 'Faire la visite',
  offerLater: 'Pas maintenant',
  next: 'Suivant',
  previous: 'Précédent',
  done: 'Terminé',
  progress: '{{current}} sur {{total}}',
  logoTitle: 'Accueil',
  logoText: 'L’emblème vous ramène toujours au tableau de bord.',
  navigationTitle: 'Vos pages',
  navigationText: 'Les pages de votre rôle se trouvent ici ; sur un petit écran, derrière le bouton de menu.',
  accountTitle: 'Votre compte',
  accountText:
    'Thème, langue et déconnexion. Les étudiants de plusieurs facultés passent ici de l’une à l’autre.',
  helpTitle: 'Aide',
  helpText: 'Ce signe lance la visite de la page où vous êtes.',
  nextTitle: 'La suite',
  nextText: 'Le travail du jour et ce qui attend ; chaque ligne mène là où cela se fait.',
  entrancesTitle: 'Autres pages',
  entrancesText: 'Les pages absentes du menu s’ouvrent d’ici.',
  actionsTitle: 'Ajouter',
  actionsText: 'L’action principale d’une page se trouve toujours à droite de son titre.',
  filtersTitle: 'Recherche et colonnes',
  filtersText:
    'Cherchez sans vous soucier des accents, choisissez les colonnes utiles, exportez ce que vous voyez.',
  contentTitle: 'La liste',
  contentText:
    'Cliquez sur le nom d’une colonne pour trier. Chaque ligne se termine par ce que vous pouvez en faire ; certaines se déplient.',
};
