import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** What changes seldom. */
const VENDOR =
  /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack(?!.*(?:mutationObserver|useMutation)\.)|cookie|set-cookie-parser|turbo-stream)[\\/]|vite[\\/]preload-helper/

/**
 * What stands around every page, and what the pages that visitors come to first share besides: one file, because each packs
 * worse than all together. Not the root itself: its styles would come once more with each script that is loaded later.
 */
const FRAME = new RegExp(
  [
    String.raw`[\\/]app[\\/](?:shell[\\/](?!content-choice-notice-bar|payment-shell|avatar|menu[\\/](?:account-menu|help-links|menu)\.)|ui[\\/](?:query-view|use-debounced|list[\\/]empty|browser[\\/](?:focus-after-load|media|translated-text)|feedback[\\/]toast)\.)`,
    String.raw`[\\/]catalog[\\/](?:game-card|scroll-restoration|viewed[\\/]stored-views)\.`,
    String.raw`[\\/]feeds[\\/]feed-link\.`,
    String.raw`[\\/]contract[\\/][a-z]+[\\/](?:browsing|devices|feed-paths|game-kinds|sections|sort-labels|tag-list)\.`,
  ].join('|'),
)

/** The kit, of which the public pages need little. Charts, forms, sheets, payouts, themes of warnings, and the list of common passwords come with the pages that use them. */
const KIT =
  /[\\/]app[\\/](?:api|session|shell|ui)[\\/](?!chart[\\/]|form[\\/]form|use-form|sheet\.|copy-field\.|time-left\.|content-choice-notice-bar|payment-shell|avatar|menu[\\/](?:account-menu|help-links|menu)\.)|[\\/]contract[\\/](?!accounts[\\/]common-passwords|payouts[\\/]payout-|releases[\\/]|catalog[\\/](?:order-policy|visibility-rules)|reviews[\\/](?:reviews-policy|policy-rules|surge-rules)|content-limits[\\/]content-warnings)/

/** The menus of the bar, which come once it is known who is here. */
const MENU = /[\\/]shell[\\/](?:avatar|menu[\\/](?:account-menu|help-links|menu))\./

/**
 * Scripts that travel in one file, each with all it imports that no group before it has: a first visit asks for few files,
 * and they hold little that its page does not use.
 */
const GROUPS = [
  { name: 'vendor', test: VENDOR },
  { name: 'frame', test: FRAME },
  {
    name: 'shelves',
    test: /[\\/]catalog[\\/]home[\\/](?:featured|own-list|own-news|own-news-room)\.|[\\/]ui[\\/]today-or-day\./,
  },
  { name: 'search', test: /[\\/]catalog[\\/]search[\\/]search-box\./ },
  {
    name: 'game',
    test: /[\\/]catalog[\\/]game[\\/](?:game-area|related-games)\.|[\\/]purchase[\\/]offer\./,
  },
  { name: 'games', test: /[\\/]catalog[\\/]browse[\\/](?:browse-tools|results|filter-rail)\./ },
  { name: 'dialog', test: /[\\/]ui[\\/]dialog\./ },
  { name: 'kit', test: KIT },
  { name: 'menu', test: MENU },
  // Every page carries the list of all routes and their scripts. What pages of one kind share is one file, so that it stays short.
  { name: 'texts', test: /[\\/]features[\\/]content[\\/](?:prose|text-|long-page|journal-page)/ },
  { name: 'forms', test: /@tanstack|[\\/]ui[\\/](?:form[\\/]|list[\\/])|[\\/]api[\\/]use-(?:form|list)\./ },
  { name: 'smallest-payment', test: /[\\/]smallest-payment\./ },
  {
    name: 'game-links',
    test: /[\\/]features[\\/](?:blocks[\\/](?:subject-links|use-blocks)|bundles[\\/]bundle-links|follows[\\/](?:follow-button|use-follows)|reports[\\/]report-(?:link|parts))\./,
  },
  {
    name: 'no-game',
    test: /[\\/](?:content-limits[\\/]hidden-page|game[\\/](?:not-public|withheld-game))\./,
  },
  {
    name: 'reviews',
    test: /[\\/]features[\\/]reviews[\\/](?:review-(?:article|facts|words)|share-line|use-reviews)\./,
  },
  { name: 'posts', test: /[\\/]features[\\/]posts[\\/](?:post-|shown-posts)/ },
  { name: 'notices', test: /[\\/]features[\\/]notices[\\/](?:use-notices|more-news)\./ },
  {
    name: 'basket',
    test: /[\\/]basket[\\/](?:change-basket|use-basket)\.|[\\/]orders[\\/](?:purchase[\\/]too-small|payment-page[\\/]own-order|progress[\\/]last-order)\./,
  },
  {
    name: 'uploads',
    test: /[\\/]features[\\/]authoring[\\/](?:files|form[\\/](?:use-uploads|game-draft|game-form-data|price-warning|warning))|[\\/]authoring[\\/]description[\\/]description-field|[\\/]session[\\/](?:use-form-account|session-ended-note)|[\\/]ui[\\/]browser[\\/]leave-guard/,
  },
  {
    name: 'developer',
    test: /[\\/]own-games[\\/](?:developer-page|game-status-pill)\.|[\\/]features[\\/]analytics[\\/](?:figures|change|range)\.|[\\/]ui[\\/]chart[\\/]/,
  },
  { name: 'releases', test: /[\\/]features[\\/]releases[\\/](?!form[\\/](?!delete-draft-dialog))/ },
  {
    name: 'states',
    test: /[\\/]features[\\/]orders[\\/](?:progress[\\/](?:sub-status|order-status|order-history)|list[\\/](?:game-link|order-id|order-name))\.|[\\/]approvals[\\/]approval-labels\.|[\\/]contract[\\/]payouts[\\/]payout-rules\.|[\\/]payouts[\\/](?:payout-pill|transaction-link)\./,
  },
  {
    name: 'entry',
    test: /[\\/]features[\\/]accounts[\\/](?:auth-column|flash|password[\\/](?:new-password|use-common-passwords)|sign-up[\\/]use-registration|.*[\\/](?:key-fields|log-in-with-passkey|password-manager))\./,
  },
  {
    name: 'admin',
    test: /[\\/]features[\\/](?:admin|moderation[\\/](?:approvals[\\/](?!approval-labels)|appeals[\\/](?!appeal-form)))/,
  },
]

/** The router loads the page at hand again when the script of the next one fails, and what was typed is lost. */
const ROUTER_RELOAD = 'window.location.reload();'

/** Has the router tell `NavigationProgress` instead. It offers no other way to hear of it. */
const keepPageWhenScriptFails: Plugin = {
  name: 'keep-page-when-script-fails',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/].*[\\/]routeModules\.js$/ },
    handler(code) {
      if (!code.includes(ROUTER_RELOAD))
        throw new Error('The router no longer reloads here: look where it does')
      return code.replace(
        ROUTER_RELOAD,
        'window.dispatchEvent(new CustomEvent("route-script-failed", { detail: route.id }));',
      )
    },
  },
}

/** Below `build/client`; the server hands it out at the same address. */
const LICENSES = 'licenses.txt'

/** What comes by styles and fonts, which Vite's list of licenses leaves out. */
const LICENSED_STYLES = ['@fontsource-variable/archivo', '@fontsource-variable/martian-mono', 'tailwindcss']

const licensesOfStyles: Plugin = {
  name: 'licenses-of-styles',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }) {
    const texts = LICENSED_STYLES.map((name) => {
      const folder = new URL(`../node_modules/${name}/`, import.meta.url)
      const { version, license } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
      return `\n## ${name} - ${version} (${license})\n\n${readFileSync(new URL('LICENSE', folder), 'utf8').trim()}\n`
    })
    appendFileSync(join(dir, LICENSES), texts.join(''))
  },
}

/** Where Vite lists which script imports which, of which the router makes the list that every page carries. */
const MANIFEST = '.vite/manifest.json'

/** Sorts all that each script needs, because lists that resemble each other compress better. */
const sortImports: Plugin = {
  name: 'sort-imports',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }) {
    const file = join(dir, MANIFEST)
    const scripts: Scripts = JSON.parse(readFileSync(file, 'utf8'))
    const sorted = Object.entries(scripts).map(([name, script]) => [
      name,
      { ...script, imports: importsOf(scripts, name).sort() },
    ])
    writeFileSync(file, JSON.stringify(Object.fromEntries(sorted)))
  },
}

type Scripts = Record<string, { imports?: string[] }>

function importsOf(scripts: Scripts, name: string, found = new Set<string>()): string[] {
  for (const next of scripts[name]?.imports ?? [])
    if (!found.has(next)) importsOf(scripts, next, found.add(next))
  return [...found]
}

/**
 * What blockers of ads and trackers look for in addresses: a page whose script they stop stays empty. Our own words
 * among theirs, and what is said instead.
 */
const UNBLOCKED: Record<string, string> = { analytics: 'figures' }

const fileName = ({ name }: { name: string }): string =>
  `assets/${name.replace(/[a-z]+/gi, (word) => UNBLOCKED[word.toLowerCase()] ?? word)}-[hash:7].js`

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), keepPageWhenScriptFails, sortImports, licensesOfStyles],
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}'],
    include: ['react', 'react-dom/client', 'react-router', 'react-router/dom', '@tanstack/react-query'],
  },
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        // The licenses of what visitors are sent ask for their notices.
        license: { fileName: LICENSES },
        rolldownOptions: {
          output: {
            codeSplitting: { groups: GROUPS },
            // Every page carries the names of all scripts, and hashes are what compresses worst: 36 bits of each are enough.
            hashCharacters: 'base36',
            entryFileNames: fileName,
            chunkFileNames: fileName,
          },
        },
      },
    },
    // Through `environments`, because the entry under `build.rollupOptions` is ignored.
    ssr: { build: { rolldownOptions: { input: './server.ts' } } },
  },
})
