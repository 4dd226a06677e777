import type { ReactNode } from 'react';
import type { ServedQuestion } from '#contract/questions.ts';
import { useUiSettings } from '#web/api/ui-settings.ts';
import { ExamQuestion } from '#web/ui/exam-question/exam-question.tsx';

type ServedQuestionViewProps = {
  readonly served: ServedQuestion;
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (answerId: number) => void;
  readonly heading?: ReactNode;
};

/** A question as the server serves it to students. */
export function ServedQuestionView({ served, ticked, onTick, heading }: ServedQuestionViewProps) {
  const settings = useUiSettings();
  return (
    <ExamQuestion
      question={{
        kind: served.answerType,
        text: served.question.text,
        image: served.question.attachmentName,
        answers: served.answerExams.map(({ id, answer }) => ({
          id,
          text: answer.description,
          image: answer.answerAttachment,
        })),
      }}
      ticked={ticked}
      onTick={onTick}
      roundMarks={settings?.questionRadioSimple ?? true}
      starred={settings?.markSingle ?? false}
      heading={heading}
    />
  );
}
