import { createContext, type ImgHTMLAttributes, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageAddresses } from '#web/base/image-addresses.ts';
import { WarningIcon } from './icons.tsx';
import classes from './signed-image.module.css';

const Addresses = createContext<ImageAddresses>({
  addressOf: () => ({ state: 'missing' }),
  renew: () => undefined,
});

/** Tells everything below where its images are. */
export const ImageAddressProvider = Addresses.Provider;

type SignedImageProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> & {
  readonly name: string;
  readonly alt: string;
};

/** An image known by its name, shown from wherever it may be fetched at the moment. */
export function SignedImage({ name, alt, ...rest }: SignedImageProps) {
  const { t } = useTranslation();
  const { addressOf, renew } = useContext(Addresses);
  const found = addressOf(name);
  if (found.state === 'ready')
    return <img {...rest} src={found.address} alt={alt} decoding="async" onError={() => renew(name)} />;
  if (found.state === 'waiting') return <span className={classes.waiting} aria-hidden="true" />;
  return (
    <span className={classes.missing}>
      <WarningIcon size={16} />
      {t('questions.imageMissing')}
    </span>
  );
}
