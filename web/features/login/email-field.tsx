import { TextInput, type TextInputProps } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';

type EmailFieldProps = TextInputProps & { readonly ref?: RefObject<HTMLInputElement | null> };

/** The field for the address of an account. */
export function EmailField(props: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('auth.email')}
      placeholder={t('auth.emailPlaceholder')}
      name="email"
      size="md"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
