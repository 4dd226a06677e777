import { useTranslation } from 'react-i18next';
import { fileFormats } from './file-drop.tsx';
import classes from './import-guide.module.css';

/** The accepted formats and how to create each one. */
export function ImportGuide() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="import-guide" className={classes.guide}>
      <h2 id="import-guide" className={classes.heading}>
        {t('importScreen.guide')}
      </h2>
      <dl className={classes.formats}>
        {fileFormats.map((format) => (
          <div key={format} className={classes.format}>
            <dt>{t(`importScreen.format_${format}`)}</dt>
            <dd>{t(`importScreen.guide_${format}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t('importScreen.guideNote')}</p>
    </section>
  );
}
