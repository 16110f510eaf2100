import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What changes seldom. */
const VENDOR =
  /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack|cookie|set-cookie-parser|turbo-stream)[\\/]|vite[\\/]preload-helper/

/** What stands around every page. Not the root itself: its styles would come once more with each script that is loaded later. */
const FRAME = /[\\/]app[\\/](?:shell[\\/](?!page-failed)|ui[\\/](?:empty|toast)\.)/

/** The kit, of which the public pages need little. Charts come with the few pages that show them. */
const KIT = /[\\/]app[\\/](?:api|session|shell|ui)[\\/](?!chart)|[\\/]contract[\\/]/

/** What the pages that visitors come to first share besides: small things that would each be a file of their own. */
const SHARED =
  /[\\/]catalogue[\\/](?:game-card|place)\.|[\\/]shell[\\/]page-failed\.|[\\/]ui[\\/](?:answer|media|rested)\.|[\\/]contract[\\/](?:browsing|devices|game-kinds|sections|slug|tag-list)\./

/**
 * Scripts that travel in one file, each with all it imports that no group before it has: a first visit asks for few files,
 * and they hold little that its page does not use.
 */
const GROUPS = [
  { name: 'vendor', test: VENDOR },
  { name: 'frame', test: FRAME },
  { name: 'store', test: SHARED },
  { name: 'search', test: /[\\/]catalogue[\\/]search-box\./ },
  {
    name: 'game',
    test: /[\\/]catalogue[\\/]game-area\.|[\\/]purchase[\\/]offer\.|[\\/]contract[\\/]summary\./,
  },
  { name: 'dialog', test: /[\\/]ui[\\/]dialog\./ },
  { name: 'kit', test: KIT },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}'],
    include: ['react', 'react-dom/client', 'react-router', 'react-router/dom', '@tanstack/react-query'],
  },
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: GROUPS },
          },
        },
      },
    },
    // Through `environments`, because the entry under `build.rollupOptions` is ignored.
    ssr: { build: { rolldownOptions: { input: './server.ts' } } },
  },
})
