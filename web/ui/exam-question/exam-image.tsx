import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CollapseIcon, ExpandIcon } from '#web/ui/icons.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import classes from './exam-image.module.css';

type ExamImageProps = {
  readonly name: string;
  readonly alt: string;
  /** The image of an answer is smaller until it is expanded. */
  readonly size: 'question' | 'answer';
};

/** An image of a question or an answer that expands in place; Escape makes it small again. */
export function ExamImage({ name, alt, size }: ExamImageProps) {
  const { t } = useTranslation();
  const [expanded, setExpanded] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !expanded) return;
    event.stopPropagation();
    setExpanded(false);
  };
  return (
    <figure className={classes.figure} data-size={size} data-expanded={expanded || undefined}>
      <SignedImage name={name} alt={alt} className={classes.image} />
      <ActionIcon
        className={classes.button}
        variant="default"
        size="md"
        aria-label={t(expanded ? 'questions.collapseImage' : 'questions.expandImage', { image: alt })}
        aria-expanded={expanded}
        onKeyDown={onKeyDown}
        onClick={() => setExpanded(!expanded)}
      >
        {expanded ? <CollapseIcon size={16} /> : <ExpandIcon size={16} />}
      </ActionIcon>
    </figure>
  );
}
