import './custom-exam-styles.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { CustomExamList } from './custom-exam-list.tsx';
import { CopiedExamPage, ExamPage, NewExamPage } from './exam-page.tsx';
import { viewOf } from './list-address.ts';

/** The list of custom exams, or the editor when the address names an exam to open, copy or create. */
export function Screen() {
  const view = viewOf(useScreenAddress('CustomExams').query);
  switch (view.shows) {
    case 'list':
      return <CustomExamList />;
    case 'exam':
      return <ExamPage key={view.id} id={view.id} />;
    case 'copy':
      return <CopiedExamPage key={view.id} id={view.id} />;
    case 'new':
      return <NewExamPage />;
  }
}
