import { createContext, type ImgHTMLAttributes, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from './icons.tsx';
import classes from './signed-image.module.css';

/** Where an image can be fetched from just now. An address lives a short while only; `renew` asks for a new one. */
export type ImageAddresses = {
  readonly addressOf: (name: string) => ImageAddress;
  readonly renew: (name: string) => void;
};
export type ImageAddress =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly address: string }
  | { readonly state: 'missing' };

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
