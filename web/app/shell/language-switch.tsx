import { useTranslation } from 'react-i18next';
import { type Language, languageLabels } from '#i18n/languages.ts';
import { chooseLanguage, currentLanguage } from '#web/base/i18n.ts';
import classes from './language-switch.module.css';

/** The floating switch offers the two languages of the institution (SHELL-6); the account menu has all three. */
const offered: readonly Language[] = ['en', 'ro'];

export function LanguageSwitch() {
  const { t } = useTranslation();
  const chosen = currentLanguage();
  return (
    <section aria-label={t('shell.language')} data-print="hidden">
      <fieldset className={classes.switch} aria-label={t('shell.language')}>
        {offered.map((language) => (
          <button
            key={language}
            type="button"
            className={classes.choice}
            aria-pressed={language === chosen}
            aria-label={`${language.toUpperCase()}, ${languageLabels[language]}`}
            onClick={() => void chooseLanguage(language)}
          >
            {language.toUpperCase()}
          </button>
        ))}
      </fieldset>
    </section>
  );
}
