import 'react-simple-keyboard/build/css/index.css';
import './on-screen-keyboard.css';
import { useState } from 'react';
import Keyboard from 'react-simple-keyboard';

const layout = {
  default: [
    '1 2 3 4 5 6 7 8 9 0 - _ {bksp}',
    'q w e r t y u i o p ă â',
    'a s d f g h j k l ș ț î',
    '{shift} z x c v b n m , . @ {enter}',
    '{more} {space} {more}',
  ],
  shift: [
    '1 2 3 4 5 6 7 8 9 0 - _ {bksp}',
    'Q W E R T Y U I O P Ă Â',
    'A S D F G H J K L Ș Ț Î',
    '{shift} Z X C V B N M , . @ {enter}',
    '{more} {space} {more}',
  ],
  more: [
    '! " # $ % & / ( ) = ? {bksp}',
    '+ * ~ ^ ` | \\ < > [ ] { }',
    "' : ; é è ê à ç ù ô ë ï",
    '{shift} á ó ö ü ű ő í ú € @ {enter}',
    '{more} {space} {more}',
  ],
};

const display = {
  '{bksp}': '⌫',
  '{enter}': '⏎',
  '{shift}': '⇧',
  '{space}': ' ',
  '{more}': '#+=',
};

const names = [
  { attribute: 'aria-label', value: 'Backspace', buttons: '{bksp}' },
  { attribute: 'aria-label', value: 'Enter', buttons: '{enter}' },
  { attribute: 'aria-label', value: 'Shift', buttons: '{shift}' },
  { attribute: 'aria-label', value: 'Space', buttons: '{space}' },
  { attribute: 'aria-label', value: 'Symbols', buttons: '{more}' },
];

type LayoutName = keyof typeof layout;

/** Letters of the three languages and the signs passwords like; shift holds for one letter. */
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
