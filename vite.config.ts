import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const clone = import.meta.dirname;
const serverPort = process.env.PORT ?? '3000';

// What the exam and other pages share.
const frameParts =
  /[\\/]web[\\/](?:base[\\/](?:clock-text|exam-presence)|ui[\\/](?:confirm|emblem|footer|initials|logo|use-theme))\.|[\\/](?:VisuallyHidden|use-click-outside|use-window-event)[\\/]|[\\/]useBlocker\./;
const examParts =
  /[\\/]web[\\/](?:features[\\/]exam[\\/](?:engine[\\/](?:exam-paper|send-leftovers)|storage[\\/]exam-storage|view[\\/](?:exam-keyboard|exam-time|question-overview|status-panel))\.|ui[\\/](?:exam-question[\\/]|rich-text\.|signed-image\.))/;
// What the sign-in page and others share.
const signInParts = /[\\/]components[\\/](?:ActionIcon|Alert|PasswordInput|Text|TextInput)[\\/]/;
// What an open page sends for earlier visits, soon after its beginning.
const leftoverParts = /[\\/]clear-leftovers\./;
const noticeParts = /[\\/]web[\\/]app[\\/]notice-host\./;
// The frame of all pages but sign-in and exam, and what most pages in it need.
const layoutParts =
  /[\\/]web[\\/](?:app[\\/]shell[\\/]main-layout|ui[\\/](?:empty-state|error-panel|fact-list|page)|base[\\/]server-clock)\.|[\\/]access[\\/]permissions\.|[\\/](?:components|styles)[\\/](?:Anchor|Skeleton)[.\\/]|[\\/]useQuery\./;
/** Parts that this many entries share, screens and dialogs, are one file: most screens of staff need most of them. */
const shared = 12;

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
              'hash-process': `${clone}/server/hashing/hash-process.ts`,
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
              // A slow network pays for every file it asks for, so what belongs together is one file. A group takes what
              // its parts import along, unless a group above has it.
              codeSplitting: {
                groups: [
                  { name: 'first', tags: ['$initial'] },
                  { name: 'frame', test: frameParts },
                  { name: 'exam-parts', test: examParts },
                  { name: 'sign-in-parts', test: signInParts },
                  { name: 'notices', test: noticeParts },
                  { name: 'leftovers', test: leftoverParts },
                  { name: 'layout', test: layoutParts },
                  { name: 'office', minShareCount: shared },
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
