import './custom-exam-styles.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { CustomExamList } from './custom-exam-list.tsx';
import { CopiedExamPage, ExamPage, NewExamPage } from './exam-page.tsx';
import { askedOf } from './list-address.ts';

/** The list of custom exams, or the editor when the address names an exam to open, copy or create. */
export function Screen() {
  const asked = askedOf(useScreenAddress('CustomExams').query);
  switch (asked.shows) {
    case 'list':
      return <CustomExamList />;
    case 'exam':
      return <ExamPage key={asked.id} id={asked.id} />;
    case 'copy':
      return <CopiedExamPage key={asked.id} id={asked.id} />;
    case 'new':
      return <NewExamPage />;
  }
}
