import { lazy, Suspense } from 'react';
import { importTexts, loadTexts } from '#web/base/i18n.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { Screen as Students } from '#web/features/students/students-screen.tsx';

const NotImported = lazy(async () => {
  const texts = loadTexts(importTexts);
  const screen = await import('#web/features/imports/not-imported-screen.tsx').then((module) => ({
    default: module.Screen,
  }));
  await texts;
  return screen;
});

/** The students; with `view=notImported` in the address, the rows of student files that were not imported. */
export function Screen() {
  const { query } = useScreenAddress('Students');
  return query.view === 'notImported' ? (
    <Suspense>
      <NotImported />
    </Suspense>
  ) : (
    <Students />
  );
}
