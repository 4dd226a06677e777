/** The end of an exam and its interruptions; loaded after the first question. */
export const examEnd = {
  endingTitle: 'Handing in',
  heldTitle: 'The exam stays open',
  endingTimeTitle: 'Time is up',
  endingSending: 'Your last answers are being sent. Please leave this page open.',
  endingHandingIn: 'Your answers are being handed in.',
  endingWaiting_one:
    'No connection. {{count}} answer is waiting on this computer and will be sent as soon as the connection is back. Please leave this page open and tell the supervisor.',
  endingWaiting_other:
    'No connection. {{count}} answers are waiting on this computer and will be sent as soon as the connection is back. Please leave this page open and tell the supervisor.',
  endingAway:
    'No connection. The exam will be handed in as soon as the connection is back. Please leave this page open.',
  keepWorking: 'Keep working',
  summaryTitle: 'Before you hand in',
  summaryOpen: 'Some questions have no answer yet. Choose a number to go back to its question.',
  summaryOneTick:
    'All questions are answered, but some have a single tick and earn 0. Choose a number to go back to its question.',
  summaryAllAnswered: 'All questions are answered. Choose a number to look at its question again.',
  summary_answered: 'Answered',
  summary_open: 'Unanswered',
  summary_oneTick: 'A single tick, earns 0',
  summary_skipped: 'Of these skipped',
  summary_forReview: 'For review',
  summary_unsent: 'Not sent yet',
  summaryNone: 'none',
  summaryToOpen: 'Back to the unanswered questions',
  partHandedIn: 'Part {{index}} is handed in',
  partNext: 'Next:',
  partQuestions_one: '{{count}} question',
  partQuestions_other: '{{count}} questions',
  partTimeLeft: '{{time}} left',
  partTime: 'Time keeps running.',
  partBegin: 'Begin part {{index}}',
  takenOverTitle: 'The exam continues elsewhere',
  takenOverText:
    'It was opened in another tab or on another computer. Nothing can be answered here any more; all that you ticked is kept.',
  takeBack: 'Resume here',
  finishedTitle: 'The exam is handed in',
  finishedText: 'The results are being opened.',
  late_one:
    '{{count}} answer reached the server after the end. It is kept as late and shown to the person who decides about a technical complaint.',
  late_other:
    '{{count}} answers reached the server after the end. They are kept as late and shown to the person who decides about a technical complaint.',
  toResults: 'See the result',
  signInTitle: 'Please sign in again',
  signInText:
    'Your sign-in has ended. All that you ticked is kept on this computer and is sent as soon as you are signed in.',
  signInCorrected: 'If your address was corrected meanwhile, enter the new one.',
  signInOther: 'This is another account. The exam belongs to {{email}}.',
  signInLeave: 'I am somebody else',
  recorded: 'Screen recorded',
  recordedHint: 'Clicks and moves on this page are recorded in case of a contestation; what is typed is not.',
  notRecorded: 'Screen not recorded',
  recordStop: 'Stop recording',
  recordStart: 'Record again',
  recordStopTitle: 'Stop recording the screen?',
  recordStopText:
    'What was recorded so far is kept, and the gap will show. If you contest this exam, there will be less evidence. You can start again at any time.',
  recordKeep: 'Keep recording',
};
