import { expect, it } from 'vitest';
import { useBrowser } from './browser.ts';

const browser = useBrowser();

it('the test browser has a glyph for each Romanian letter', async () => {
  const page = await browser.newPage();
  const missing = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 60 });
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('the browser draws nothing');
    const drawn = (text: string) => {
      pen.clearRect(0, 0, 60, 60);
      pen.font = '40px sans-serif';
      pen.fillText(text, 5, 45);
      return pen.getImageData(0, 0, 60, 60).data.join();
    };
    const box = drawn('\u{10fffd}');
    const nothing = drawn(' ');
    const plain = [...'staiSTAI'].map(drawn);
    return [...'șțăâîȘȚĂÂÎ'].filter((letter) => [box, nothing, ...plain].includes(drawn(letter)));
  });
  expect(missing).toEqual([]);
  await page.close();
});

it('the test browser takes screenshots', async () => {
  const page = await browser.newPage();
  await page.setContent('<h1>Sesiune de examene: știință și artă</h1>');
  const picture = await page.screenshot();
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.length).toBeGreaterThan(2000);
  await page.close();
});
