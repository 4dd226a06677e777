import './import-styles.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf, type ScreenParams } from '#domain/access/addresses.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { useListQuery } from '#web/list/list-query.ts';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useNoStrayDrops } from '#web/ui/stray-drops.ts';
import { FileDrop } from './file-drop.tsx';
import { useImportCalls } from './import-calls.ts';
import { ImportGuide } from './import-guide.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportPage } from './import-page.tsx';
import { type ImportsHome, ImportsHomeProvider } from './imports-home.ts';
import { TemplateMenu } from './template-menu.tsx';

const homeOf =
  (params: ScreenParams<'Questions'>): ImportsHome =>
  (importId) =>
    addressOf('Questions', { ...params, import: importId ?? 'new' });

function NewImport({
  params,
  home,
}: {
  readonly params: ScreenParams<'Questions'>;
  readonly home: ImportsHome;
}) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { change } = useImportCalls();
  const history = useListQuery({});
  const disciplineId = Number(params.pkDiscipline);
  const show = async (id: number) => {
    // The discipline of the list is only a suggestion: it may be one that the teacher does not hold.
    if (disciplineId > 0) await change(id, { disciplineId }, { quietly: true });
    await goTo(home(id));
  };
  return (
    <Page
      title={t('importScreen.questionsTitle')}
      description={t('importScreen.notSaved')}
      actions={
        <>
          <Button variant="default" component={ScreenLink} href={addressOf('Questions', params)}>
            {t('importScreen.backToQuestions')}
          </Button>
          <TemplateMenu kind="questions" />
        </>
      }
    >
      <FileDrop kind="questions" onRead={(id) => void show(id)} />
      <ImportHistory query={history} />
      <ImportGuide />
    </Page>
  );
}

/** Imports from the question list, into the disciplines that the user holds (IMP-4). */
export function Screen() {
  useNoStrayDrops();
  const { params, query } = useScreenAddress('Questions');
  const home = homeOf(params);
  const open = Number(query.import);
  return (
    <ImportsHomeProvider value={home}>
      {Number.isInteger(open) && open > 0 ? (
        <ImportPage key={open} id={open} />
      ) : (
        <NewImport params={params} home={home} />
      )}
    </ImportsHomeProvider>
  );
}
