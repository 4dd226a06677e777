import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { CloseIcon, SearchIcon } from '#web/ui/icons.tsx';
import { isNothingOpen } from '#web/ui/layers.ts';
import classes from './search-box.module.css';

/** The server's limit for a search. */
const maxCharacters = 200;

/** The slash key focuses the search, unless the user is typing or a dialog is open. */
function useSlashKey(search: RefObject<HTMLInputElement | null>, active: boolean) {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing || !isNothingOpen())
        return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [search, active]);
}

type SearchBoxProps = {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Its accessible name. */
  readonly label: string;
  readonly placeholder?: string;
  /** The page's main search, focused by the slash key. */
  readonly withSlash?: boolean;
  readonly className?: string | undefined;
};

/** A debounced search field. */
export function SearchBox(props: SearchBoxProps) {
  const { search, onSearch, label, placeholder, withSlash = false, className = classes.search } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  const appliedSearch = useRef(search);
  const ask = useDebouncedCallback(onSearch, typingPauses.list);
  useSlashKey(input, withSlash);

  // History navigation changes the search from outside the field.
  useEffect(() => {
    if (search === appliedSearch.current) return;
    appliedSearch.current = search;
    setText(search);
  }, [search]);

  const change = (next: string) => {
    setText(next);
    appliedSearch.current = next.trim();
    ask(next.trim());
  };
  return (
    <TextInput
      ref={input}
      className={className}
      role="searchbox"
      aria-label={label}
      {...(withSlash ? { 'aria-keyshortcuts': '/' } : {})}
      placeholder={placeholder ?? t('crud.search')}
      maxLength={maxCharacters}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<SearchIcon />}
      rightSection={
        text === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('crud.clearSearch')}
            onClick={() => {
              change('');
              input.current?.focus();
            }}
          >
            <CloseIcon size={16} />
          </ActionIcon>
        )
      }
    />
  );
}
