import { describe, expect, it } from 'vitest';
import { formattedPaste } from './formatted-paste.ts';

describe('[QUES-1] pasting from a document keeps supported formatting', () => {
  it('[QUES-1] keeps sub- and superscript, bold and italic, with a line per paragraph', () => {
    expect(
      formattedPaste(
        '<p>H<sub>2</sub>O</p><ul><li>x<sup>2</sup></li><li><b>mult</b> și <i>rar</i></li></ul>',
      ),
    ).toBe('H~2~O\nx^2^\n**mult** și *rar*');
  });

  it('[QUES-1] reads styles as well as elements, and moves spaces out of marks', () => {
    expect(
      formattedPaste('<span>Ca<span style="vertical-align:super">2+</span> <b>tare </b>slab</span>'),
    ).toBe('Ca^2+^ **tare** slab');
  });

  it('[QUES-1] keeps our markup characters literal', () => {
    expect(formattedPaste('<p>2*3 = 6<sup>a</sup></p>')).toBe('2\\*3 = 6^a^');
  });

  it('[QUES-1] uses the plain text when there is no formatting', () => {
    expect(formattedPaste('<p>Aspirina</p>')).toBeUndefined();
    expect(formattedPaste('<b style="font-weight:normal"><span>Aspirina</span></b>')).toBeUndefined();
  });

  it('[QUES-1] skips scripts and images', () => {
    expect(formattedPaste('<p><b>A</b><script>alert(1)</script><img src=x onerror=alert(1)></p>')).toBe(
      '**A**',
    );
  });
});
