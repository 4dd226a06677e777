import { describe, expect, it } from 'vitest';
import { formattedPaste } from './formatted-paste.ts';

describe('[QUES-1] pasting from a document keeps the formatting we know', () => {
  it('[QUES-1] sub- and superscript, bold and italic, a line for each paragraph', () => {
    expect(
      formattedPaste(
        '<p>H<sub>2</sub>O</p><ul><li>x<sup>2</sup></li><li><b>mult</b> și <i>rar</i></li></ul>',
      ),
    ).toBe('H~2~O\nx^2^\n**mult** și *rar*');
  });

  it('[QUES-1] styles instead of elements, spaces inside marks', () => {
    expect(
      formattedPaste('<span>Ca<span style="vertical-align:super">2+</span> <b>tare </b>slab</span>'),
    ).toBe('Ca^2+^ **tare** slab');
  });

  it('[QUES-1] signs of ours stay signs', () => {
    expect(formattedPaste('<p>2*3 = 6<sup>a</sup></p>')).toBe('2\\*3 = 6^a^');
  });

  it('[QUES-1] without formatting the plain text is used', () => {
    expect(formattedPaste('<p>Aspirina</p>')).toBeUndefined();
    expect(formattedPaste('<b style="font-weight:normal"><span>Aspirina</span></b>')).toBeUndefined();
  });

  it('[QUES-1] scripts and images are left out', () => {
    expect(formattedPaste('<p><b>A</b><script>alert(1)</script><img src=x onerror=alert(1)></p>')).toBe(
      '**A**',
    );
  });
});
