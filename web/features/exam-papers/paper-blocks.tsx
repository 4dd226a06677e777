import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintedPaper } from '#contract/exam-print.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import type { Block } from '#domain/print/pages.ts';
import { batchesOf } from '#domain/print/pages.ts';
import { questionsPerSheet, sheetColumns } from '#domain/print/sheet-columns.ts';
import type { Piece } from '#domain/print/tall-blocks.ts';
import { formatDate, formatTime } from '#web/base/format.ts';
import { CheckIcon, EditIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import { Barcode } from './barcode.tsx';
import classes from './paper.module.css';
import type { PrintOptions } from './print-options.ts';

type Exam = PrintedPaper['exams'][number];
type Question = Exam['questions'][number];

/** A block of a paper, before it is measured. */
export type PaperBlock = Omit<Block, 'height'> &
  (
    | { readonly type: 'cover' }
    | { readonly type: 'heading'; readonly exam: Exam }
    | {
        readonly type: 'question';
        readonly question: Question;
        /** The greatest height of its images, in CSS pixels. */
        readonly imageHeight?: number;
        /** The part of it on this page, when it is divided between pages. */
        readonly piece?: Piece;
      }
    | { readonly type: 'sheet'; readonly exam: Exam; readonly questions: readonly Question[] }
    | { readonly type: 'correlation'; readonly exam: Exam; readonly questions: readonly Question[] }
  );

const correlationRows = 38;
/** The height of `.continued`: 6 mm in CSS pixels. */
export const continuedHeight = (6 / 25.4) * 96;

const maxAnswers = ({ questions }: Exam) => Math.max(...questions.map(({ answers }) => answers.length));

/** The printed blocks of a paper, in order. */
export function blocksOf({ exams }: PrintedPaper, options: PrintOptions): PaperBlock[] {
  return [
    ...(options.cover ? [{ type: 'cover', startsPage: true } as const] : []),
    ...exams.flatMap((exam): PaperBlock[] => [
      ...(options.paper
        ? [
            { type: 'heading', exam, startsPage: true, keepsWithNext: true } as const,
            ...exam.questions.map((question) => ({ type: 'question', question }) as const),
          ]
        : []),
      ...(options.sheet
        ? batchesOf(exam.questions, questionsPerSheet(maxAnswers(exam))).map(
            (questions) => ({ type: 'sheet', exam, questions, startsPage: true }) as const,
          )
        : []),
      ...(options.correlation
        ? batchesOf(exam.questions, correlationRows).map(
            (questions) => ({ type: 'correlation', exam, questions, startsPage: true }) as const,
          )
        : []),
    ]),
  ];
}

function Cover({ paper, withKey }: { readonly paper: PrintedPaper; readonly withKey: boolean }) {
  const { t } = useTranslation();
  const { sitting, exams } = paper;
  const seat = sitting && {
    room: `${sitting.room}, ${sitting.building}`,
    row: sitting.row === 0 ? '-' : sitting.row,
    seat: sitting.seat,
  };
  const facts: readonly (readonly [string, string])[] = [
    [t('examPrint.name'), sitting?.studentName ?? ''],
    [t('examPrint.matricol'), sitting?.matricol ?? ''],
    [t('examPrint.series'), sitting?.series ?? ''],
    [t('examPrint.seat'), seat ? t('examPrint.seatValue', seat) : ''],
    [t('examPrint.date'), sitting ? `${formatDate(sitting.date)}, ${formatTime(sitting.startsAt)}` : ''],
    [t('examPrint.duration'), t('examPrint.minutes', { minutes: paper.durationMinutes })],
    [
      t('examPrint.questions'),
      exams.map(({ name, questions }) => `${name}${t('common.colon')} ${questions.length}`).join('; '),
    ],
  ];
  return (
    <div className={classes.cover}>
      <p className={classes.university}>{t('shell.university')}</p>
      <div>
        <p className={classes.coverTitle}>{paper.examName}</p>
        <p>{paper.sessionName}</p>
        {paper.templateNumber !== null && <p>{t('examPrint.template', { number: paper.templateNumber })}</p>}
        {sitting && <p>{t(`examPrint.state_${sitting.state}`)}</p>}
        {withKey && <p className={classes.keyNote}>{t('examPrint.keyNote')}</p>}
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-blank={value === '' || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {/* Only the paper of a sitting can be entered. */}
      {sitting && <Barcode code={paper.code} />}
      <div className={classes.signatures}>
        <span>{t('examPrint.signature')}</span>
        <span>{t('examPrint.supervisor')}</span>
      </div>
    </div>
  );
}

type PrintedQuestionProps = Omit<Extract<PaperBlock, { type: 'question' }>, 'type'>;

function PrintedQuestion({ question, imageHeight }: PrintedQuestionProps) {
  const { t } = useTranslation();
  const style = imageHeight === undefined ? undefined : { '--image-height': `${imageHeight}px` };
  return (
    <div className={classes.question} style={style as CSSProperties}>
      <p className={classes.text}>
        <strong>{question.number}.</strong> <RichTextView text={question.text} />{' '}
        <span className={classes.kind}>({t(`examPrint.${question.kind}`)})</span>
        {question.settled !== null && (
          <strong className={classes.note}>{t(`examPrint.settled_${question.settled}`)}</strong>
        )}
      </p>
      {question.image !== null && <SignedImage name={question.image} alt="" className={classes.image} />}
      <ol className={classes.answers}>
        {question.answers.map((answer, index) => (
          <li key={letterOf(index)} data-correct={answer.isCorrect || undefined}>
            <span className={classes.box} data-ticked={answer.isTicked || undefined} aria-hidden="true" />
            <span className={classes.letter}>{letterOf(index)}.</span>
            <span>
              <RichTextView text={answer.text} />
              {answer.image !== null && <SignedImage name={answer.image} alt="" className={classes.image} />}
              {answer.isCorrect && (
                <strong className={classes.note}>
                  <CheckIcon size={12} /> {t('examPrint.correct')}
                </strong>
              )}
              {answer.isRemoved && <em className={classes.note}>{t('examPrint.removed')}</em>}
              {answer.isTicked && (
                <em className={classes.note}>
                  <EditIcon size={12} /> {t('examPrint.given')}
                </em>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A question, or the part of it that is on this page: the whole is laid out as it was measured, and a window shows the part. */
function QuestionOrPiece({ piece, ...rest }: PrintedQuestionProps) {
  const { t } = useTranslation();
  if (!piece) return <PrintedQuestion {...rest} />;
  return (
    <>
      {piece.from > 0 && (
        <p className={classes.continued}>{t('examPrint.continued', { number: rest.question.number })}</p>
      )}
      <div className={classes.window} style={{ height: piece.to - piece.from }}>
        <div style={{ marginTop: -piece.from }}>
          <PrintedQuestion {...rest} />
        </div>
      </div>
    </>
  );
}

function Sheet({ paper, exam, questions }: SheetProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={classes.sheetHead}>
        <div>
          <p className={classes.examName}>
            {t('examPrint.sheet')}
            {t('common.colon')} {exam.name}
          </p>
          <p>
            {t('examPrint.name')}
            {t('common.colon')} {paper.sitting?.studentName ?? '______________________________'}
          </p>
          <p>
            {t('examPrint.matricol')}
            {t('common.colon')} {paper.sitting?.matricol ?? '____________________'}
          </p>
        </div>
        {paper.sitting && <Barcode code={`${paper.code}-${exam.index}`} />}
      </div>
      <p className={classes.kind}>{t('examPrint.sheetLead')}</p>
      <ol className={classes.sheet} style={{ columns: sheetColumns(maxAnswers(exam)) }}>
        {questions.map((question) => (
          <li key={question.number}>
            <strong>{question.number}</strong>
            {question.answers.map((answer, index) => (
              <span
                key={letterOf(index)}
                className={classes.bubble}
                data-ticked={answer.isTicked || undefined}
                data-correct={answer.isCorrect || undefined}
              >
                {letterOf(index)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}
type SheetProps = {
  readonly paper: PrintedPaper;
  readonly exam: Exam;
  readonly questions: readonly Question[];
};

function Correlation({ exam, questions }: Omit<SheetProps, 'paper'>) {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.examName}>
        {t('templates.correlation')}
        {t('common.colon')} {exam.name}
      </p>
      <table className={classes.correlation}>
        <thead>
          <tr>
            <th>{t('templates.paperNumber')}</th>
            <th>{t('templates.originalNumber')}</th>
            <th>{t('templates.version')}</th>
            <th>{t('templates.chapter')}</th>
            <th>{t('templates.templateNumber')}</th>
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question.number}>
              <td>{question.number}</td>
              <td>{question.questionId}</td>
              <td>{question.version}</td>
              <td>{question.chapterCode}</td>
              <td>{question.templateNumber ?? '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type BlockViewProps = {
  readonly paper: PrintedPaper;
  readonly block: PaperBlock;
  readonly options: PrintOptions;
};

export function BlockView({ paper, block, options }: BlockViewProps) {
  switch (block.type) {
    case 'cover':
      return <Cover paper={paper} withKey={options.key} />;
    case 'heading':
      return <p className={classes.examName}>{block.exam.name}</p>;
    case 'question':
      return <QuestionOrPiece {...block} />;
    case 'sheet':
      return <Sheet paper={paper} exam={block.exam} questions={block.questions} />;
    case 'correlation':
      return <Correlation exam={block.exam} questions={block.questions} />;
  }
}

/** The names of all images of a paper. */
export const imagesOf = ({ exams }: PrintedPaper): string[] =>
  exams
    .flatMap(({ questions }) => questions)
    .flatMap(({ image, answers }) => [image, ...answers.map((answer) => answer.image)])
    .filter((name) => name !== null);
