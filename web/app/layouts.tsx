import { Outlet } from '@tanstack/react-router';
import { Suspense, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { retitle } from '#web/base/current-screen.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { PageBoundary } from '#web/ui/page-boundary.tsx';
import { useCopyBlock } from './copy-block.ts';
import { mainLayoutChunk } from './screen-chunks.ts';

/** Hooks and elements shared by every page, whatever its layout. */
export function RootRoute() {
  const { i18n } = useTranslation();
  useCopyBlock(useActor());
  useEffect(() => {
    i18n.on('languageChanged', retitle);
    return () => i18n.off('languageChanged', retitle);
  }, [i18n]);
  return <Outlet />;
}

function LoadedLayout() {
  const { MainLayout } = use(mainLayoutChunk.last());
  return (
    <MainLayout>
      <Outlet />
    </MainLayout>
  );
}

/** Layout of pages with a header and a footer. */
export function MainRoute() {
  const { t } = useTranslation();
  return (
    <PageBoundary>
      <Suspense fallback={<LoadingCircles text={t('common.loading')} />}>
        <LoadedLayout />
      </Suspense>
    </PageBoundary>
  );
}
