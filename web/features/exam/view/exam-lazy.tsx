import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { useEffect } from 'react';
import type { Paper } from '#web/features/exam/engine/exam-paper.ts';
import { keepPage } from '#web/features/exam/storage/keep-page.ts';
import { ConfirmHost } from '#web/ui/confirm-host.tsx';
import { fetchKeyboard } from './exam-keyboard.tsx';
import { SignInAgain } from './sign-in-again.tsx';

export { ExamEnd } from './exam-end.tsx';
export { ExamSummary } from './exam-summary.tsx';
export { PartOpening } from './part-opening.tsx';

type ExamDialogsProps = {
  readonly connection: Paper['connection']['is'];
};

/** What can lie over the exam, and what keeps it; loaded after the first question, which needs none of it. */
export function ExamDialogs({ connection }: ExamDialogsProps) {
  useEffect(() => {
    if (connection !== 'good') return;
    void keepPage();
    fetchKeyboard();
  }, [connection]);
  return (
    <>
      <ConfirmHost />
      <SignInAgain opened={connection === 'signedOut'} />
    </>
  );
}
