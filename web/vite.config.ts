import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What every page needs, in two files, so that the first visit asks for few: what changes seldom, and what is ours. Charts
 * come with the few pages that show them.
 */
const VENDOR =
  /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack|cookie|set-cookie-parser|turbo-stream)[\\/]/
const KIT = /[\\/]app[\\/](?:api|session|shell|ui)[\\/](?!chart)|[\\/]contract[\\/]/

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
            codeSplitting: {
              groups: [
                { name: 'vendor', test: VENDOR },
                { name: 'kit', test: KIT },
              ],
            },
          },
        },
      },
    },
    // Through `environments`, because the entry under `build.rollupOptions` is ignored.
    ssr: { build: { rolldownOptions: { input: './server.ts' } } },
  },
})
