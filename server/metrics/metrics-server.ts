import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '#server/db/database.ts';
import { readDiskSpace } from '#server/disk-space.ts';
import { watchCertificate } from './certificate.ts';
import { selectDatabaseFigures } from './database-figures.ts';
import { exposed, merged } from './exposition.ts';
import type { AllFigures, Figures } from './process-metrics.ts';

type Options = {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** The folder of the embedded database. */
  readonly dataDir?: string | undefined;
  /** Where users reach the product; its certificate is watched. */
  readonly publicUrl?: string | undefined;
  readonly figures: () => Promise<AllFigures>;
};
export type MetricsServer = { readonly port: number; stop(): Promise<void> };

/** Serves `/metrics` on its own port, separate from the product. */
export async function startMetrics(options: Options): Promise<MetricsServer> {
  const { host, port, databaseUrl, figures } = options;
  const database = openDatabase(databaseUrl, { max: 1, name: 'exam-platform-metrics', statementSeconds: 5 });
  const certificate = watchCertificate(options.publicUrl);
  const machine = async (): Promise<Figures> => {
    const [disk, secondsLeft] = await Promise.all([readDiskSpace(options.dataDir), certificate()]);
    return {
      exam_disk_free_bytes: disk.freeBytes,
      exam_disk_size_bytes: disk.totalBytes,
      ...(secondsLeft !== undefined && { exam_certificate_seconds_left: Math.round(secondsLeft) }),
    };
  };
  const read = async () => {
    const { serving, before } = await figures();
    // An unavailable database leaves out its figures; those of the processes are most needed then.
    const known = await selectDatabaseFigures(database.sql).catch(() => ({}));
    return exposed({
      ...merged([before, ...serving]),
      exam_processes: serving.length,
      ...(await machine()),
      ...known,
    });
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await database.close();
    },
  };
}
