import 'react-simple-keyboard/build/css/index.css';
import './on-screen-keyboard.css';
import { useState } from 'react';
import Keyboard from 'react-simple-keyboard';

const layout = {
  default: [
    '1 2 3 4 5 6 7 8 9 0 - _',
    'q w e r t y u i o p ă â',
    'a s d f g h j k l ș ț î',
    '{shift} z x c v b n m . @ {bksp}',
    '{more} {space} {enter}',
  ],
  shift: [
    '1 2 3 4 5 6 7 8 9 0 - _',
    'Q W E R T Y U I O P Ă Â',
    'A S D F G H J K L Ș Ț Î',
    '{shift} Z X C V B N M . @ {bksp}',
    '{more} {space} {enter}',
  ],
  more: [
    '! " # $ % & / ( ) = ? ,',
    "+ * ~ ^ ` | \\ < > [ ] '",
    'é è ê à ç ù ô ë ï : ;',
    '{shift} á ó ö ü ű ő í ú € @ {bksp}',
    '{more} {space} {enter}',
  ],
};

const picture = (path: string) =>
  `<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round"><path d="${path}"/></svg>`;

const display = {
  '{bksp}': picture('M9 5.5h11.5v13H9L3 12zM12 9.5l5 5M17 9.5l-5 5'),
  '{enter}': picture('M19.5 6v7H5.500M9.5 9l-4 4 4 4'),
  '{shift}': picture('M12 4.5l7 7.5h-3.5v6.5h-7V12H5z'),
  '{space}': ' ',
  '{more}': '#+=',
};

const names = [
  { attribute: 'aria-label', value: 'Backspace', buttons: '{bksp}' },
  { attribute: 'aria-label', value: 'Enter', buttons: '{enter}' },
  { attribute: 'aria-label', value: 'Shift', buttons: '{shift}' },
  { attribute: 'aria-label', value: 'Space', buttons: '{space}' },
];

type LayoutName = keyof typeof layout;

/** The letters of the three languages and common password characters; shift applies to one letter. */
export function OnScreenKeyboard({ onKey }: { readonly onKey: (key: string) => void }) {
  const [shown, setShown] = useState<LayoutName>('default');
  const press = (key: string) => {
    if (key === '{shift}') return setShown(shown === 'shift' ? 'default' : 'shift');
    if (key === '{more}') return setShown(shown === 'more' ? 'default' : 'more');
    if (shown === 'shift') setShown('default');
    onKey(key);
  };
  return (
    <Keyboard
      theme="hg-theme-default app-keyboard"
      layout={layout}
      layoutName={shown}
      display={display}
      buttonAttributes={names}
      useButtonTag
      preventMouseDownDefault
      disableButtonHold
      onKeyPress={press}
    />
  );
}
