import { useLayoutEffect, useMemo, useRef } from 'react';
import type { PrintedPaper } from '#contract/exam-print.ts';
import { paginate } from '#domain/print/pages.ts';
import { imageLimit, linesOf, splitBlock } from '#domain/print/tall-blocks.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './paper.module.css';
import { BlockView, blocksOf, continuedHeight, imagesOf, type PaperBlock } from './paper-blocks.tsx';
import type { PrintOptions } from './print-options.ts';

/** The height of a page between running head and foot: A4 less margins, in CSS pixels. */
const pageHeight = (247 / 25.4) * 96;
/** Images below this height, 2 cm, cannot be read; the question is divided instead. */
const lowestImage = (20 / 25.4) * 96;

/** A paper with its blocks distributed over pages. */
export type LaidOutPaper = {
  readonly paper: PrintedPaper;
  readonly blocks: readonly PaperBlock[];
  readonly pages: readonly (readonly number[])[];
};

type Measured = PaperBlock & { readonly height: number };
const heightOf = (element: Element) => element.getBoundingClientRect().height;

/** Lines of text overlap by less than this, in CSS pixels. */
const lineSlack = 2;

/** The lines of the text of a question, then those of each answer, measured from its top. */
function linesIn(element: Element) {
  const { top } = element.getBoundingClientRect();
  const boxesOf = (node: Node): DOMRect[] => {
    if (node instanceof HTMLImageElement) return [node.getBoundingClientRect()];
    if (node.nodeType !== Node.TEXT_NODE) return [...node.childNodes].flatMap(boxesOf);
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };
  const lines = (nodes: readonly Node[]) =>
    linesOf(
      nodes.flatMap(boxesOf).map((box) => ({ top: box.top - top, bottom: box.bottom - top })),
      lineSlack,
    );
  const answers = element.querySelector('ol');
  const head = [...(answers?.parentElement?.childNodes ?? [])].filter((node) => node !== answers);
  return [lines(head), ...[...(answers?.children ?? [])].map((item) => lines([item]))];
}

/** A block as it fits on pages: a question that is too high gets smaller images, or is divided between its answers or lines. */
function fitted(block: PaperBlock, element: Element): readonly Measured[] {
  const height = heightOf(element);
  if (block.type !== 'question' || height <= pageHeight) return [{ ...block, height }];
  const images = [...element.querySelectorAll('img')].map(heightOf);
  const rest = height - images.reduce((sum, one) => sum + one, 0);
  const limit = imageLimit(images, pageHeight - rest);
  if (images.length > 0 && limit >= lowestImage)
    return [{ ...block, imageHeight: Math.floor(limit), height: pageHeight }];
  const room = { height, pageHeight, continued: continuedHeight };
  return splitBlock(linesIn(element), room).map((piece) => ({ ...block, piece, height: piece.height }));
}

/** Waits until the images of an element are loaded; a failed one does not block the others. */
const imagesLoaded = (root: HTMLElement) =>
  Promise.all([...root.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined)));

type MeasuringProps = {
  readonly papers: readonly PrintedPaper[];
  readonly options: PrintOptions;
  readonly onLaid: (laid: readonly LaidOutPaper[]) => void;
};

/** Renders papers offscreen, measures their blocks and distributes them over pages. */
export function Measuring({ papers, options, onLaid }: MeasuringProps) {
  const root = useRef<HTMLDivElement>(null);
  const all = useMemo(
    () => papers.map((paper) => ({ paper, blocks: blocksOf(paper, options) })),
    [papers, options],
  );
  const names = useMemo(() => papers.flatMap(imagesOf), [papers]);
  const addresses = useImageAddresses(names);
  const isReady = names.every((name) => addresses.addressOf(name).state !== 'waiting');
  useLayoutEffect(() => {
    const element = root.current;
    if (!element || !isReady) return;
    let isUnmounted = false;
    void Promise.all([document.fonts.ready, imagesLoaded(element)]).then(() => {
      if (isUnmounted) return;
      onLaid(
        all.map(({ paper, blocks }, index) => {
          const measured = [...(element.children[index]?.children ?? [])].flatMap((one, at) => {
            const block = blocks[at];
            return block ? fitted(block, one) : [];
          });
          return { paper, blocks: measured, pages: paginate(measured, pageHeight) };
        }),
      );
    });
    return () => {
      isUnmounted = true;
    };
  }, [all, isReady, onLaid]);
  return (
    <ImageAddressProvider value={addresses}>
      <div ref={root} className={classes.measuring} aria-hidden="true">
        {all.map(({ paper, blocks }) => (
          <div key={paper.code}>
            {blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change their order
              <div key={index} className={classes.block}>
                <BlockView paper={paper} block={block} options={options} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </ImageAddressProvider>
  );
}
