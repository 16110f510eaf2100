import { readdir, readFile } from 'node:fs/promises'

export type Pictures = { card: Buffer; cover: Buffer; screenshots: Buffer[] }

/** The pictures of a game as WebP: card 500 × 350, cover 1280 × 720, three to five screenshots 960 × 540. */
export async function readPictures(slug: string): Promise<Pictures> {
  const folder = new URL(`pictures/${slug}/`, import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.startsWith('screenshot-')).sort()
  const read = (name: string) => readFile(new URL(name, folder))
  const [card, cover, screenshots] = await Promise.all([
    read('card.webp'),
    read('cover.webp'),
    Promise.all(names.map(read)),
  ])
  return { card, cover, screenshots }
}
