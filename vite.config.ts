import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const clone = import.meta.dirname;
const serverPort = process.env.PORT ?? '3000';

const frameParts =
  /[\\/]web[\\/](?:base[\\/]exam-presence|ui[\\/](?:confirm|emblem|footer|logo|use-theme))\.|[\\/]VisuallyHidden[\\/]/;
const examParts =
  /[\\/]web[\\/](?:features[\\/]exam[\\/](?:engine[\\/](?:exam-paper|send-leftovers)|storage[\\/]exam-storage|view[\\/]status-panel)\.|ui[\\/](?:exam-question[\\/]|rich-text\.|signed-image\.))/;

/**
 * Two builds share this file: the pages (`vite build`, from web/ to dist/web) and the server
 * (`vite build --ssr`, the server and the workers it runs beside itself in dist/server, every package left outside).
 */
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        root: clone,
        publicDir: false,
        build: {
          outDir: 'dist/server',
          target: 'node20',
          sourcemap: true,
          emptyOutDir: true,
          rolldownOptions: {
            input: {
              main: `${clone}/server/main.ts`,
              'compute-worker': `${clone}/server/compute-worker.ts`,
              'file-worker': `${clone}/server/features/imports/reading/file-worker.ts`,
              'hash-worker': `${clone}/server/hashing/hash-worker.ts`,
            },
          },
        },
        ssr: { external: true },
      }
    : {
        root: `${clone}/web`,
        plugins: [react()],
        build: {
          outDir: `${clone}/dist/web`,
          // Open pages ask for files of earlier builds; tools/build.mjs deletes old ones.
          emptyOutDir: false,
          manifest: true,
          sourcemap: 'hidden',
          target: 'es2022',
          rolldownOptions: {
            output: {
              // A slow network pays for every file it asks for: what is always needed is one file, and what an exam
              // shares with other screens is not cut into crumbs.
              codeSplitting: {
                groups: [
                  { name: 'first', tags: ['$initial'], priority: 2 },
                  { name: 'frame', test: frameParts, priority: 1 },
                  { name: 'exam-parts', test: examParts },
                  // Every page has them soon after its beginning, with all they need.
                  { name: 'notices', test: /[\\/]web[\\/]app[\\/]notice-host\./ },
                ],
              },
            },
          },
        },
        server: {
          strictPort: true,
          // Everything below /api is the server's, except the sources of web/api.
          proxy: {
            '^/api/(?!.*\\.ts(\\?|$))': `http://127.0.0.1:${serverPort}`,
            '/img': `http://127.0.0.1:${serverPort}`,
          },
        },
      },
);
