import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { DownloadIcon } from './icons.tsx';

type DownloadMenuProps<Format extends string> = {
  readonly label: string;
  readonly formats: Readonly<Record<Format, string>>;
  /** Downloads the file; the API client reports errors. */
  readonly fetchFile: (format: Format) => Promise<unknown>;
};

/** A button that offers a file in several formats, given by their names. */
export function DownloadMenu<Format extends string>({
  label,
  formats,
  fetchFile,
}: DownloadMenuProps<Format>) {
  const [isFetching, setFetching] = useState(false);
  const download = (format: Format) => {
    setFetching(true);
    fetchFile(format)
      .catch(() => undefined)
      .finally(() => setFetching(false));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />} loading={isFetching}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(formats) as Format[]).map((format) => (
          <Menu.Item key={format} onClick={() => download(format)}>
            {formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
