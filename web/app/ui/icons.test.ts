import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEVICES } from '@nofiller/contract/catalog/devices'
import { expect, it } from 'vitest'

const APP = fileURLToPath(new URL('..', import.meta.url))
const sprite = readFileSync(`${APP}/ui/icons.svg`, 'utf8')

it('The set of icons holds exactly those that screens use', () => {
  const sources = globSync('**/*.tsx', { cwd: APP }).map((file) => readFileSync(`${APP}/${file}`, 'utf8'))
  const named = sources.flatMap((text) =>
    [...text.matchAll(/\bicon\('([\w-]+)'\)|<Icon name="([\w-]+)"/g)].map(([, made, shown]) => made ?? shown),
  )
  const headings = [1, 2, 3].map((level) => `heading-${level}`)
  const needed = new Set([...named, ...headings, ...DEVICES.map((device) => device.toLowerCase())])
  const held = [...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)
  expect(held.toSorted()).toEqual([...needed].toSorted())
})
