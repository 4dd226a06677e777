import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TemplateOverview } from '#contract/templates.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { closeApp, openApp } from './testing/open-app.tsx';

afterEach(closeApp);

const overview: TemplateOverview = {
  examName: 'Anatomie',
  sessionName: 'Iarna',
  pregenerated: true,
  run: null,
  templates: 1,
  obsolete: 0,
  outdated: 0,
  overlap: { mean: 0, worst: null },
};

it.each([
  [
    'customExams?search=ana&collegeId=4&year=2&sort=year&desc=true',
    'getExamCustom',
    {
      ...{ search: 'ana', collegeId: '4', year: '2', sort: 'year', desc: 'true' },
      columns:
        'examName,collegeName,sectionName,seriesNames,year,questions,credits,examDuration,futureAppointmentsCount',
    },
  ],
  [
    'admin?part=accounts&search=ana&role=teacher&state=disabled&sort=email',
    'users',
    { search: 'ana', role: 'teacher', state: 'disabled', sort: 'email' },
  ],
  ['admin?part=jobs&state=failed', 'administration/jobs', { state: 'failed' }],
  ['adminExamPrint?examCustomId=2&examSessionId=3', 'templateExams', { examCustomId: '2', sessionId: '3' }],
  [
    'appointments?view=unbooked&examCustomId=2&examSessionId=3&search=ana&sort=series',
    'appointments/unbooked',
    { examCustomId: '2', examSessionId: '3', search: 'ana', sort: 'series' },
  ],
] as const)('[UX-14] exports the list of %s as it is filtered and sorted', async (address, path, query) => {
  const empty = { body: [], headers: { 'x-total-count': '0' } };
  const wire = stubWire({
    'GET appointments': empty,
    'GET colleges': empty,
    'GET examrooms': empty,
    'GET getExamCustom': empty,
    'GET sessions': empty,
    'GET templateExams/overview': { body: overview },
    [`GET ${path}`]: empty,
  });
  await openApp(`/${address}`, { as: loginData({ role: 'Admin' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /Excel/ }));
  const exported = () => wire.sent.find((one) => one.path === `${path}/export`);
  await waitFor(() => expect(exported()).toBeDefined());
  expect(Object.fromEntries(exported()?.query ?? [])).toEqual({ format: 'xlsx', lang: 'en', ...query });
});
