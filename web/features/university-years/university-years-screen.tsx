import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { universityYear } from '#contract/entities/university-year.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { loadTexts, type Texts } from '#web/base/i18n.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';
import { CopyIcon } from '#web/ui/icons.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';

const yearCopyTexts: Texts = {
  ro: () => import('#i18n/ro/year-copy.ts').then(({ yearCopy }) => ({ yearCopy })),
  en: () => import('#i18n/en/year-copy.ts').then(({ yearCopy }) => ({ yearCopy })),
  fr: () => import('#i18n/fr/year-copy.ts').then(({ yearCopy }) => ({ yearCopy })),
};

const YearCopyPage = lazy(async () => {
  const texts = loadTexts(yearCopyTexts);
  const page = await import('./year-copy-page.tsx').then((module) => ({ default: module.YearCopyPage }));
  await texts;
  return page;
});

/** The university years; with `from` in the address, the copy of that year into another one. */
export function Screen() {
  const { t } = useTranslation();
  const actor = useActor();
  const from = Number(useScreenAddress('UniversityYears').query.from);
  const mayCopy = may(actor, 'year.manage');
  if (mayCopy && Number.isInteger(from) && from > 0)
    return (
      <Suspense>
        <YearCopyPage key={from} fromYearId={from} />
      </Suspense>
    );
  const entityHooks: HooksByEntity = {
    universityYear: {
      actions: (item) =>
        mayCopy ? (
          <RowIcon
            tip={t('structure.copyYear')}
            label={t('structure.copyYearOf', { year: String(item.name) })}
            icon={<CopyIcon />}
            color="gray"
            href={addressOf('UniversityYears', { from: Number(item.id) })}
          />
        ) : null,
    },
  };
  return <CrudScreen screen="UniversityYears" entities={[universityYear]} entityHooks={entityHooks} />;
}
