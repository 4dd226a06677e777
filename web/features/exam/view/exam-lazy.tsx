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

type ExamDialogsProps = {
  readonly contact: Paper['contact']['is'];
};

/** What can lie over the exam, and what keeps it; loaded after the first question, which needs none of it. */
export function ExamDialogs({ contact }: ExamDialogsProps) {
  useEffect(() => {
    if (contact !== 'good') return;
    void keepPage();
    fetchKeyboard();
  }, [contact]);
  return (
    <>
      <ConfirmHost />
      <SignInAgain opened={contact === 'signedOut'} />
    </>
  );
}
