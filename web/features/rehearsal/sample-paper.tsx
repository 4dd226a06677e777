import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { useUiSettings } from '#web/api/ui-settings.ts';
import type { ImageAddresses } from '#web/base/image-addresses.ts';
import { afterTick, ExamQuestion } from '#web/ui/exam-question/exam-question.tsx';
import { CheckIcon, RedrawIcon } from '#web/ui/icons.tsx';
import { QuestionResult } from '#web/ui/question-result/question-result.tsx';
import { QuestionSteps } from '#web/ui/question-steps.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './rehearsal.module.css';
import figure from './sample-figure.svg';
import { sampleNames, sampleQuestion, scoredSample } from './sample-questions.ts';

type Ticks = readonly ReadonlySet<number>[];
const untouched: Ticks = sampleNames.map(() => new Set());
const last = sampleNames.length - 1;

/** The figure is bundled with the page, so no request is needed. */
const addresses: ImageAddresses = {
  addressOf: () => ({ state: 'ready', address: figure }),
  renew: () => undefined,
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=radio], [type=checkbox]), textarea') !== null;

type QuestionsProps = {
  readonly ticks: Ticks;
  readonly onTicks: (ticks: Ticks) => void;
  readonly onFinish: () => void;
};

/** The sample questions one by one, answered as in an exam: by click or by letter, with arrow keys to move. */
function Questions({ ticks, onTicks, onFinish }: QuestionsProps) {
  const { t } = useTranslation();
  const settings = useUiSettings();
  const [index, setIndex] = useState(0);
  const name = sampleNames[index] ?? 'q1';
  const question = sampleQuestion(t, name);
  const ticked = ticks[index] ?? new Set();
  const tick = (answerId: number) => onTicks(ticks.with(index, afterTick(ticked, answerId, question.kind)));

  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  useLayoutEffect(() => {
    keys.current = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (event.key === 'ArrowRight') setIndex(Math.min(last, index + 1));
      else if (event.key === 'ArrowLeft') setIndex(Math.max(0, index - 1));
      else if (event.key.length === 1) {
        const answer = question.answers[event.key.toUpperCase().charCodeAt(0) - 65];
        if (answer === undefined) return;
        tick(answer.id);
      } else return;
      event.preventDefault();
    };
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => keys.current(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const headingOf = (at: number) => t('questions.questionOf', { index: at + 1, count: sampleNames.length });
  return (
    <>
      <p className={classes.hint}>
        {t('rehearsal.sampleHint', { last: letterOf(question.answers.length - 1) })}
      </p>
      <div className={classes.paper}>
        <ExamQuestion
          key={name}
          question={question}
          ticked={ticked}
          onTick={tick}
          roundMarks={settings?.questionRadioSimple ?? true}
          starred={settings?.markSingle ?? false}
          heading={headingOf(index)}
        />
      </div>
      <QuestionSteps
        index={index}
        questions={sampleNames.map((sample, at) => ({
          key: sample,
          number: at + 1,
          isAnswered: (ticks[at]?.size ?? 0) > 0,
        }))}
        onStep={setIndex}
        atEnd={
          <Button rightSection={<CheckIcon size={16} />} onClick={onFinish}>
            {t('rehearsal.finish')}
          </Button>
        }
      />
    </>
  );
}

function Results({ ticks, onAgain }: { readonly ticks: Ticks; readonly onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.hint}>{t('rehearsal.resultHint')}</p>
      <ol className={classes.results}>
        {sampleNames.map((name, index) => (
          <li key={name}>
            <QuestionResult scored={scoredSample(t, name, ticks[index] ?? new Set())} />
          </li>
        ))}
      </ol>
      <Button variant="default" leftSection={<RedrawIcon size={16} />} onClick={onAgain}>
        {t('rehearsal.again')}
      </Button>
    </>
  );
}

/** A few questions to practise the exam screen, with sample results at the end; nothing leaves the page (SIM-2). */
export function SamplePaper() {
  const { t } = useTranslation();
  const [ticks, setTicks] = useState(untouched);
  const [isFinished, setFinished] = useState(false);
  return (
    <ImageAddressProvider value={addresses}>
      <section className={classes.sample} aria-labelledby="sample" data-tour="rehearsal-paper">
        <h2 id="sample" className={classes.heading}>
          {t(isFinished ? 'rehearsal.result' : 'rehearsal.sample')}
        </h2>
        {isFinished ? (
          <Results
            ticks={ticks}
            onAgain={() => {
              setTicks(untouched);
              setFinished(false);
            }}
          />
        ) : (
          <Questions ticks={ticks} onTicks={setTicks} onFinish={() => setFinished(true)} />
        )}
      </section>
    </ImageAddressProvider>
  );
}
