import { randomUUID } from 'node:crypto';
import { examAnswerId, examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import type { Tokens } from '#server/http/tokens.ts';
import { requestText } from './http-load.ts';
import { answersShown, questionsPerExam, signInOf, writerOf } from './sittings-data.ts';

const below = (bound: number) => Math.floor(Math.random() * bound);

/** The stored result of a save. */
export type Tick = {
  readonly examId: number;
  readonly position: number;
  readonly ticks: number;
  readonly seq: number;
};

/** Signed-in students whose user, exam and appointment ids equal their number. */
export class Candidates {
  readonly #tokens: readonly string[];
  /** Drawn papers contain simple questions, which accept only one tick. */
  readonly #ticks: number;
  /** Above every sequence that pgbench reaches, so each save is newer. */
  #seq = 1_000_000_000;

  constructor(tokens: readonly string[], ticks = 2) {
    this.#tokens = tokens;
    this.#ticks = ticks;
  }

  static async signedIn(tokens: Tokens, count: number): Promise<Candidates> {
    const iat = Math.floor(Date.now() / 1000);
    const all = Array.from({ length: count }, (_, index) =>
      tokens.issue({
        sub: String(index + 1),
        jti: signInOf(index + 1),
        exp: iat + 80_000,
        iat,
        Language: 'ro',
        Email: `s${index + 1}@exam.test`,
        Year: 1,
        role: 'Studenti',
        dean: false,
        pkStudent: index + 1,
      }),
    );
    return new Candidates(await Promise.all(all));
  }

  tokenOf(student: number): string {
    return this.#tokens[student - 1] ?? '';
  }

  /** The end of a student's exam, by the page that answers it. */
  finishOf(student: number, writer = writerOf(student)): string {
    return requestText({
      method: 'PUT',
      path: `examFinish/?examId=${student}`,
      token: this.tokenOf(student),
      body: JSON.stringify({ writer }),
    });
  }

  /** A save of a random student on a random question, as the browser sends it with "next". */
  save(students: number): string {
    return this.saveOf(1 + below(students)).request;
  }

  saveOf(
    student: number,
    writer = writerOf(student),
    position = 1 + below(questionsPerExam - 1),
  ): { readonly request: string; readonly tick: Tick } {
    const questionId = examQuestionId({ examId: student, position });
    const chosen = Array.from({ length: this.#ticks }, () => below(answersShown)).toSorted(
      (one, other) => one - other,
    );
    this.#seq += 1;
    const body = JSON.stringify({
      prevQuestId: questionId,
      examId: student,
      currentAnswerChekedIds: chosen.map((index) => examAnswerId(questionId, index)),
      index: position,
      user: `s${student}@exam.test`,
      isSkiped: false,
      clientTime: '2026-11-15T10:00:00.000Z',
      timeElapsed: 12,
      haveAnyAnswer: true,
      saveId: randomUUID(),
      seq: this.#seq,
      writer,
    });
    return {
      request: requestText({ method: 'PUT', path: 'examNext/', token: this.tokenOf(student), body }),
      tick: {
        examId: student,
        position,
        ticks: chosen.reduce((bits, index) => bits | (1 << index), 0),
        seq: this.#seq,
      },
    };
  }
}
