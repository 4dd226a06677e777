/** A screen that is named already and will be built later. */
export const notYet = {
  title: 'This page is being prepared',
  text: 'It will open with one of the next versions. Everything you can already use is on the dashboard.',
};
