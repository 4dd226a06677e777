import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { ConfirmHost } from '#web/ui/confirm-host.tsx';
import { SignInAgain } from './sign-in-again.tsx';

export { ExamEnd } from './exam-end.tsx';

type ExamDialogsProps = {
  /** Whether whoever sits the exam has to sign in again. */
  readonly lostSignIn: boolean;
};

/** What can lie over the exam; loaded after the first question, which needs none of it. */
export function ExamDialogs({ lostSignIn }: ExamDialogsProps) {
  return (
    <>
      <ConfirmHost />
      <SignInAgain opened={lostSignIn} />
    </>
  );
}
