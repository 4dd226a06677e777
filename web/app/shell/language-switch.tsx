import { useTranslation } from 'react-i18next';
import { type Language, languageLabels } from '#i18n/languages.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { chooseOwnLanguage } from './choose-own-language.ts';
import classes from './language-switch.module.css';

/** The languages of the institution (SHELL-6); the account menu has all three. */
const offered: readonly Language[] = ['en', 'ro'];

/** Switches the language; a chosen one that is not offered is shown too. */
export function LanguageSwitch({ onDark }: { readonly onDark?: boolean }) {
  const { t } = useTranslation();
  const chosen = currentLanguage();
  const shown = offered.includes(chosen) ? offered : [...offered, chosen];
  return (
    <fieldset className={classes.switch} data-on-dark={onDark || undefined} aria-label={t('shell.language')}>
      {shown.map((language) => (
        <button
          key={language}
          type="button"
          className={classes.choice}
          aria-pressed={language === chosen}
          aria-label={`${language.toUpperCase()}, ${languageLabels[language]}`}
          onClick={() => chooseOwnLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}
