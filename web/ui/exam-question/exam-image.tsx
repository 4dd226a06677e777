import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/base/store.ts';
import { uiSettings } from '#web/base/ui-settings.ts';
import { CollapseIcon, ExpandIcon, ZoomInIcon, ZoomOutIcon } from '#web/ui/icons.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import classes from './exam-image.module.css';

type ExamImageProps = {
  readonly name: string;
  readonly alt: string;
  /** An answer's image is smaller until it is expanded. */
  readonly size: 'question' | 'answer';
};

/** The default zoom relative to the expanded image, until the settings are loaded (EXAM-17). */
const defaultZoomScale = 2;

/** How an image is shown: in place, at full page width, or magnified within that width. */
type View = 'small' | 'expanded' | 'zoomed';

/** An image of a question or an answer that expands in place and can be zoomed; Escape collapses it. */
export function ExamImage({ name, alt, size }: ExamImageProps) {
  const { t } = useTranslation();
  const zoomScale = useStore(uiSettings)?.zoomScale ?? defaultZoomScale;
  const [view, setView] = useState<View>('small');
  const frame = useRef<HTMLDivElement>(null);
  const isSmall = view === 'small';
  const isZoomed = view === 'zoomed';

  /** Enlarging zooms right away where the image already has the full width, as on a phone. */
  const enlarge = () => {
    const figure = frame.current?.parentElement;
    const room = figure?.parentElement?.clientWidth ?? 0;
    setView(figure && room > 0 && figure.offsetWidth >= room - 2 ? 'zoomed' : 'expanded');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // In an enlarged image the arrow keys only scroll it.
    if (!isSmall && event.key.startsWith('Arrow') && event.target === frame.current) event.stopPropagation();
    if (event.key !== 'Escape' || isSmall) return;
    event.stopPropagation();
    setView('small');
  };
  const onPointerMove = (event: PointerEvent) => {
    if (isSmall || event.buttons !== 1 || event.pointerType !== 'mouse') return;
    frame.current?.scrollBy(-event.movementX, -event.movementY);
  };

  return (
    <figure
      className={classes.figure}
      data-size={size}
      data-expanded={!isSmall || undefined}
      onKeyDown={onKeyDown}
    >
      <div
        ref={frame}
        className={classes.frame}
        data-zoomed={isZoomed || undefined}
        onPointerMove={onPointerMove}
        {...(isSmall ? {} : { tabIndex: 0, role: 'group', 'aria-label': alt })}
      >
        <SignedImage
          name={name}
          alt={alt}
          className={classes.image}
          draggable={false}
          style={isZoomed ? { width: `${zoomScale * 100}%` } : undefined}
        />
      </div>
      <div className={classes.buttons}>
        {!isSmall && (
          <button
            type="button"
            className={classes.button}
            aria-label={t(isZoomed ? 'questions.zoomOut' : 'questions.zoomIn', { image: alt })}
            aria-pressed={isZoomed}
            onClick={() => setView(isZoomed ? 'expanded' : 'zoomed')}
          >
            {isZoomed ? <ZoomOutIcon size={18} /> : <ZoomInIcon size={18} />}
          </button>
        )}
        <button
          type="button"
          className={classes.button}
          aria-label={t(isSmall ? 'questions.expandImage' : 'questions.collapseImage', { image: alt })}
          aria-expanded={!isSmall}
          onClick={() => (isSmall ? enlarge() : setView('small'))}
        >
          {isSmall ? <ExpandIcon size={18} /> : <CollapseIcon size={18} />}
        </button>
      </div>
    </figure>
  );
}
