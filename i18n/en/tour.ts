/** The guided tour. */
export const tour = {
  help: 'Guided tour of this page',
  offerTitle: 'New here?',
  offerText:
    'A short tour shows you where things are. You can start it at any time with the question mark at the top.',
  offerStart: 'Show me around',
  offerLater: 'Not now',
  next: 'Next',
  previous: 'Back',
  done: 'Done',
  progress: '{{current}} of {{total}}',
  logoTitle: 'Home',
  logoText: 'The emblem always brings you back to the dashboard.',
  navigationTitle: 'Your pages',
  navigationText: 'Everything your role works with is here; on a small screen, behind the menu button.',
  accountTitle: 'Your account',
  accountText:
    'Theme, language and signing out. Students enrolled in several colleges switch between them here.',
  helpTitle: 'Help',
  helpText: 'This mark starts the tour of whichever page you are on.',
  nextTitle: 'What is next',
  nextText: 'Today’s work and what waits for you; each line leads to where it is done.',
  entrancesTitle: 'More pages',
  entrancesText: 'Pages that are not in the menu open from here.',
  actionsTitle: 'Add',
  actionsText: 'The main action of a page is always at the right of its title.',
  filtersTitle: 'Search and columns',
  filtersText: 'Search with or without diacritics, choose the columns you need and export what you see.',
  contentTitle: 'The list',
  contentText:
    'Click a column’s name to sort. The actions are at the end of each row; some rows can be expanded.',
};
