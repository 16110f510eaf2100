import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type Backdrop, drawSharePicture } from './draw-share-picture.ts'

const placeholder = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 9, channels: 3, background: color } })
    .webp()
    .toBuffer()
const RED: Backdrop = { kind: 'placeholder', bytes: await placeholder('#c02020') }

const draw = (title: string, backdrop: Backdrop = RED) => drawSharePicture(title, backdrop, 'No Filler')

it('draws any title as letters and nothing else, in one size', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '</svg><image href="https://evil.example/a.png"/>',
    'Salt & Rope &amp; &#x41; &evil;',
    `"Quotes" 'and' \`more\` ]]> <!-- -->`,
    'A '.repeat(100),
    'W'.repeat(200),
    'Two\nlines\r\nand\ttabs',
    '<span foreground="red">Pango</span>',
  ]
  const plain = await draw('Plain', null)
  for (const title of hostile) {
    const picture = await draw(title, null)
    const { format, width, height, exif, xmp } = await sharp(picture ?? undefined).metadata()
    expect({ format, width, height, exif, xmp }, title).toEqual({ format: 'webp', width: 1200, height: 630 })
    expect(picture?.equals(plain ?? Buffer.alloc(0)), title).toBe(false)
  }
  expect(await draw('<b>Bold</b>')).not.toEqual(await draw('Bold'))
  expect(await draw('Two\nlines')).toEqual(await draw('  Two lines '))
})

it('has the letters of the store’s pages, and composes accents', async () => {
  const without = await draw('')
  for (const title of ['Größe', 'Żółć Şarkı', 'Đường về', 'Œuvre “complète” – №'.replace('№', '')])
    expect(await draw(title), title).not.toEqual(without)
  expect(await draw('Cafe\u0301')).toEqual(await draw('Café'))
})

it('leaves a title out that has letters which the store’s lack, and then shows the backdrop alone', async () => {
  const without = await draw('')
  for (const title of [
    'العربية',
    'ฟ้า',
    '夜の街',
    'Ночь',
    'Party 🎉',
    'Z\u0337\u0321algo',
    'Zero\u200bwidth',
    'Nul\0',
  ])
    expect(await draw(title), JSON.stringify(title)).toEqual(without)
  expect(await draw('العربية', null)).toBeNull()
  expect(await draw('', null)).toBeNull()
  expect(await draw('Night', null)).not.toBeNull()
})

it('shows the colors of its backdrop', async () => {
  const redOf = async (picture: Buffer | null) => {
    const { channels } = await sharp(picture ?? undefined)
      .extract({ left: 500, top: 200, width: 100, height: 50 })
      .stats()
    return channels.map(({ mean }) => Math.round(mean))
  }
  const [red = 0, green = 0] = await redOf(await draw(''))
  expect(red).toBeGreaterThan(green + 80)
})
