import { defineConfig } from 'vitest/config'

/** The tests of the functions that `stryker.json` names: none needs a database. */
export default defineConfig({
  test: {
    include: [
      'contract/sales/*-rules.test.ts',
      'server/orders/settlement/{decide,ledger}.test.ts',
      'server/payouts/sending/decide.test.ts',
    ],
    setupFiles: './server/testing/properties.ts',
    env: { PROPERTY_RUNS: '150' },
  },
})
