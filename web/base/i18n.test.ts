import { afterEach, expect, it, vi } from 'vitest';
import type { Language } from '#i18n/languages.ts';
import {
  administrationTexts,
  applyStoredLanguage,
  chooseLanguage,
  currentLanguage,
  i18n,
  loadTexts,
  resultTexts,
  storedLanguage,
  t,
} from './i18n.ts';

afterEach(() => localStorage.clear());

it('[UX-1] defaults to Romanian', async () => {
  await applyStoredLanguage();
  expect(currentLanguage()).toBe('ro');
  expect(t('common.retry')).toBe('Încearcă din nou');
  expect(document.documentElement.lang).toBe('ro');
});

it('[UX-17] falls back to Romanian for an unknown stored value', () => {
  localStorage.setItem('language', 'de');
  expect(storedLanguage()).toBe('ro');
});

it('[UX-1] stores the choice under the key language and applies it right away', async () => {
  await chooseLanguage('fr');
  expect(localStorage.getItem('language')).toBe('fr');
  expect(t('common.retry')).toBe('Réessayer');
});

it('[UX-17] applies a changed storage value at the next navigation', async () => {
  await chooseLanguage('fr');
  localStorage.setItem('language', 'en');
  expect(currentLanguage()).toBe('fr');
  await applyStoredLanguage();
  expect(t('common.retry')).toBe('Try again');
});

it('[UX-17] falls back to English for a text missing in Romanian or French', async () => {
  await chooseLanguage('fr');
  const { common, ...others } = i18n.getResourceBundle('fr', 'translation');
  const { retry: _, ...rest } = common;
  i18n.removeResourceBundle('fr', 'translation');
  i18n.addResourceBundle('fr', 'translation', { ...others, common: rest });
  await vi.waitFor(() => expect(t('common.retry')).toBe('Try again'));
  i18n.addResourceBundle('fr', 'translation', { common }, true, true);
});

it('[UX-1] keeps the texts of a loaded screen in every language chosen later', async () => {
  await chooseLanguage('en');
  await loadTexts(resultTexts);
  expect(t('rehearsal.checkAgain')).toBe('Check again');
  await chooseLanguage('fr');
  expect(t('rehearsal.checkAgain')).toBe('Vérifier à nouveau');
});

it('[UX-1] stays with the language chosen last when an earlier one loads longer', async () => {
  await chooseLanguage('en');
  localStorage.setItem('language', 'fr');
  const loading = applyStoredLanguage();
  await chooseLanguage('en');
  await loading;
  expect(currentLanguage()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});

it('[UX-1] writes large counts with the separators of the language', async () => {
  const selected = async (language: Language) => {
    await chooseLanguage(language);
    return t('crud.selected', { count: 2142 }).replaceAll(/\s/g, ' ');
  };
  expect(await selected('ro')).toBe('2.142 de rânduri selectate');
  expect(await selected('en')).toBe('2,142 selected');
  expect(await selected('fr')).toBe('2 142 lignes sélectionnées');
  expect(t('crud.page', { page: 2142 })).toBe('Page 2142');
});

it('[UX-1] writes “de” before a Romanian noun from 20 on, also in texts without plural forms', async () => {
  await chooseLanguage('ro');
  const rules = [12, 20, 101].map((min) => t('auth.newPasswordHelp', { min }));
  expect(rules.map((text) => text.slice(0, text.indexOf(';')))).toEqual([
    'Cel puțin 12 caractere',
    'Cel puțin 20 de caractere',
    'Cel puțin 101 caractere',
  ]);
  await loadTexts(administrationTexts);
  expect(t('administration.manyEntries', { count: 1000 })).toContain('1.000 de intrări');
});
