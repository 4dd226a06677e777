import { lazy, Suspense } from 'react';
import { importTexts, loadTexts } from '#web/base/i18n.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { Screen as Questions } from '#web/features/questions/questions-screen.tsx';

const QuestionImports = lazy(async () => {
  const texts = loadTexts(importTexts);
  const screen = await import('#web/features/imports/question-imports-screen.tsx').then((module) => ({
    default: module.Screen,
  }));
  await texts;
  return screen;
});

/** The question bank; with `import` in the address, an import into it. */
export function Screen() {
  const { query } = useScreenAddress('Questions');
  return query.import === undefined ? (
    <Questions />
  ) : (
    <Suspense>
      <QuestionImports />
    </Suspense>
  );
}
