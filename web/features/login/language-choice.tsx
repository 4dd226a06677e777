import { useTranslation } from 'react-i18next';
import { type Language, languageLabels, languages } from '#i18n/languages.ts';
import { chooseLanguage, currentLanguage } from '#web/base/i18n.ts';
import classes from './login.module.css';

/** All three languages, available before signing in (UX-17). */
export function LanguageChoice({ onChoose }: { readonly onChoose: (language: Language) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('shell.language')}>
      <fieldset className={classes.languages} aria-label={t('shell.language')}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            className={classes.language}
            aria-pressed={language === currentLanguage()}
            onClick={() => {
              onChoose(language);
              void chooseLanguage(language);
            }}
          >
            {languageLabels[language]}
          </button>
        ))}
      </fieldset>
    </section>
  );
}
