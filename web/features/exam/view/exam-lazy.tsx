import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { useEffect } from 'react';
import type { Paper } from '#web/features/exam/engine/exam-paper.ts';
import { persistPage } from '#web/features/exam/storage/persist-page.ts';
import { ConfirmHost } from '#web/ui/confirm-host.tsx';
import { fetchKeyboard } from './exam-keyboard.tsx';
import { SignInAgain } from './sign-in-again.tsx';

export { ExamEnd } from './exam-end.tsx';
export { ExamSummary } from './exam-summary.tsx';
export { PartOpening } from './part-opening.tsx';
export { RecordingControl } from './recording-control.tsx';

type ExamDialogsProps = {
  readonly connection: Paper['connection']['status'];
};

/** The dialogs of the exam and its offline cache; loaded after the first question, which does not need them. */
export function ExamDialogs({ connection }: ExamDialogsProps) {
  useEffect(() => {
    // A browser may remember that a script failed to load, so it is not requested from a server that is away.
    if (connection !== 'good') return;
    void persistPage();
    fetchKeyboard();
  }, [connection]);
  return (
    <>
      <ConfirmHost />
      <SignInAgain opened={connection === 'signedOut'} />
    </>
  );
}
