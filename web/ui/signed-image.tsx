import { createContext, type ImgHTMLAttributes, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageAddresses } from '#web/base/image-addresses.ts';
import { WarningIcon } from './icons.tsx';
import classes from './signed-image.module.css';

const Addresses = createContext<ImageAddresses>({
  addressOf: () => ({ state: 'missing' }),
  renew: () => undefined,
});

/** Provides the addresses of images to all components below. */
export const ImageAddressProvider = Addresses.Provider;

type SignedImageProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> & {
  readonly name: string;
  readonly alt: string;
};

/** An image by name, loaded from its current signed address. */
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
