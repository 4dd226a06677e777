import classes from './login.module.css';

/** The heading of each sign-in step. */
export function FormHeading({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h1 className={classes.title} tabIndex={-1} data-page-title>
        {title}
      </h1>
      <p className={classes.lead}>{text}</p>
    </div>
  );
}
