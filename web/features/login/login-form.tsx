import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorIcon } from '#web/ui/icons.tsx';
import { FormHeading } from './form-heading.tsx';
import classes from './login.module.css';

type LoginFormProps = {
  readonly title: string;
  readonly text: string;
  /** Shown above the fields. */
  readonly notice?: ReactNode;
  readonly error: string | undefined;
  readonly isWorking: boolean;
  readonly submitText: string;
  readonly onSubmit: () => void;
  /** The way to another form. */
  readonly otherText: string;
  readonly onOther: () => void;
  readonly children: ReactNode;
};

/** The frame of the forms of the sign-in page. */
export function LoginForm(props: LoginFormProps) {
  const { title, text, notice, error, isWorking, submitText, onSubmit, otherText, onOther, children } = props;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormHeading title={title} text={text} />
      {notice}
      {error && (
        // Mounted again after every attempt, so that the same words are announced again.
        <Alert
          key={String(isWorking)}
          color="red"
          variant="light"
          icon={<ErrorIcon />}
          role={isWorking ? 'presentation' : 'alert'}
        >
          {error}
        </Alert>
      )}
      {children}
      <Button type="submit" size="md" fullWidth loading={isWorking}>
        {submitText}
      </Button>
      <button type="button" className={classes.quiet} onClick={onOther}>
        {otherText}
      </button>
    </form>
  );
}
