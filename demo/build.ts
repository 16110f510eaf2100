import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import type { DemoFile, DemoGame } from './game.ts'

export type BuiltFile = { name: string; bytes: Uint8Array }

// An archive holds local time: a date made of local parts gives the same bytes in every time zone.
const WRITTEN = new Date(2026, 0, 2, 3, 4, 6)

/** A file of a game as a real archive: a text to read and 80 to 700 kB of data. The same file is always the same bytes. */
export const buildFile = (game: DemoGame, { name, device, customPriceCents }: DemoFile): BuiltFile => {
  const about =
    customPriceCents === null ? `This is the ${device} version.` : 'This is an extra for the game.'
  return { name, bytes: archive(game, name, about) }
}

/** The free demo of a game. */
export const buildDemo = (game: DemoGame): BuiltFile => {
  const name = `${game.slug}-demo.zip`
  return {
    name,
    bytes: archive(game, name, 'This is the free demo: the opening, as it is in the full game.'),
  }
}

function archive(game: DemoGame, name: string, about: string): Uint8Array {
  const folder = name.replace(/\.zip$/, '')
  return zipSync(
    {
      [`${folder}/README.txt`]: strToU8(readme(game, name, about)),
      [`${folder}/${game.slug}.dat`]: [contents(`${game.slug}/${name}`), { level: 0 }],
    },
    { mtime: WRITTEN },
  )
}

const readme = (game: DemoGame, name: string, about: string) =>
  [
    game.title,
    '='.repeat(game.title.length),
    '',
    `${about} File: ${name}`,
    '',
    opening(game.description),
    '',
    `"${game.line.says}"${game.line.speaker && ` (${game.line.speaker})`}`,
    '',
    'A game of the demo store: it holds a text and data, and nothing that runs.',
    '',
  ].join('\r\n')

/** The first paragraph of a description as plain text. */
const opening = (html: string) =>
  (html.match(/<p>(.*?)<\/p>/s)?.[1] ?? '').replace(/<[^>]*>/g, '').replace(/&amp;/g, '&')

function contents(seed: string): Uint8Array {
  const size = 80_000 + (createHash('sha256').update(seed).digest().readUInt32LE() % 620_000)
  return createHash('shake256', { outputLength: size }).update(seed).digest()
}
