import { numberIn } from '#web/base/number-in.ts';
import './student-exam-styles.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { PaperPage } from './paper-page.tsx';
import { SittingPage } from './sitting-page.tsx';
import { SessionPage } from './statistics/session-page.tsx';
import { StatisticsPage } from './statistics/statistics-page.tsx';
import { StudentExamList } from './student-exam-list.tsx';

/** The exams of students: the list, one sitting, or the statistics of an exam, a discipline or a session (RESU-3, RESU-5, RESU-7). */
export function Screen() {
  const { query } = useScreenAddress('StudentsExams');
  const groupId = numberIn(query.groupId);
  const examCustomId = numberIn(query.examCustomId);
  if (query.view === 'paper') return <PaperPage key={groupId} groupId={groupId} />;
  if (groupId !== undefined) return <SittingPage key={groupId} groupId={groupId} />;
  const pkDiscipline = numberIn(query.pkDiscipline);
  const sessionId = numberIn(query.sessionId);
  const partId = numberIn(query.partId);
  const key = [examCustomId, pkDiscipline, sessionId, partId].join();
  if (query.view === 'statistics' && examCustomId !== undefined)
    return <StatisticsPage key={key} cohort={{ examCustomId, sessionId, partId }} />;
  if (query.view === 'statistics' && pkDiscipline !== undefined)
    return <StatisticsPage key={key} cohort={{ pkDiscipline, sessionId }} />;
  if (query.view === 'statistics' && sessionId !== undefined)
    return <SessionPage key={sessionId} sessionId={sessionId} />;
  return <StudentExamList />;
}
