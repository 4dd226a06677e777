import { instantOf } from '../calendar/moment.ts';
import { reversedSpan } from '../calendar/order.ts';
import type { FieldProblem } from '../errors.ts';

/** The days and moments of an exam session, all ISO. */
export type ExamSessionDates = {
  readonly startDate: string;
  readonly endDate: string;
  readonly contestStartDate: string;
  readonly contestEndDate: string;
  readonly contestResolveEndDate: string;
  readonly examScheduleStart: string;
  readonly examScheduleEnd: string;
};

/** Every end of an exam session is at or after its start; resolving ends no earlier than contesting. */
export function examSessionProblems(dates: ExamSessionDates): readonly FieldProblem[] {
  const between = (start: keyof ExamSessionDates, end: keyof ExamSessionDates) =>
    reversedSpan(instantOf(dates[start]), instantOf(dates[end]), end);
  return [
    ...reversedSpan(dates.startDate, dates.endDate, 'endDate'),
    ...between('contestStartDate', 'contestEndDate'),
    ...between('contestEndDate', 'contestResolveEndDate'),
    ...between('examScheduleStart', 'examScheduleEnd'),
  ];
}
