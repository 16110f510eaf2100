import { DEFAULT_THEME, isHexColor, THEME_COLORS, type Theme } from '@nofiller/contract/authoring/theme'
import type { Game, GameFile, Picture } from '@nofiller/contract/catalog/catalog'
import { DEVICES, type Device, devicesOf } from '@nofiller/contract/catalog/devices'
import { CONTENT_CATEGORIES, PROJECT_TYPES, STAGES } from '@nofiller/contract/catalog/game-kinds'
import { centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { NO_REVIEWS } from '@nofiller/contract/reviews/no-reviews'
import { currentTime } from '../../../ui/clock.ts'
import type { Demo, Draft, FileRow, PictureChoice } from '../form/game-draft.ts'
import { previewedWarnings } from '../warnings/answers.ts'

export type Author = Pick<Game, 'developer' | 'devName'>

/** How a chosen picture is shown before it is stored; null while its size is unknown. */
export type ChosenPicture = (file: File) => Picture | null

/**
 * The form's game, as the public pages read it. Fields without a choice get the first option, and
 * invalid colors their default. The description is not sanitized here.
 */
export function previewGame(draft: Draft, author: Author, chosen: ChosenPicture): Game {
  const shown = (choice: PictureChoice) => pictureOf(choice, chosen)
  const files = draft.files.map((row) => fileOf(row, draft.isFree))
  const card = shown(draft.pictures.cardImage)
  return {
    developer: author.developer,
    devName: author.devName,
    ...themeOf(draft.theme),
    _id: 'preview',
    slug: '',
    title: draft.title.trim() || 'Your game',
    description: draft.description,
    projectType: oneOf(PROJECT_TYPES, draft.projectType, 'Game'),
    stage: oneOf(STAGES, draft.stage, 'Unreleased'),
    category: oneOf(CONTENT_CATEGORIES, draft.category, 'SFW'),
    tags: draft.tags,
    price: draft.isFree ? 0 : dollarsOf(Math.max(0, centsOfText(draft.price) ?? 0)),
    sale: null,
    isFree: draft.isFree,
    payWhatYouWant: draft.payWhatYouWant,
    status: 'draft',
    visibility: 'public',
    // The devices of the game, not of its extras.
    devices: devicesOf(files.filter((file) => !file.customPriceEnabled)),
    gameFiles: files,
    demoFile: draft.isFree ? null : demoOf(draft.demo),
    cardImage: card?.url ?? null,
    cardImageUrl: card?.url ?? null,
    cardPicture: card,
    coverImage: shown(draft.pictures.coverImage),
    screenshots: draft.screenshots.flatMap((shot) => {
      const picture = shown(shot)
      return picture ? [{ ...picture, alt: shot.alt }] : []
    }),
    pageBgImage: shown(draft.pictures.pageBgImage),
    buyButtonImage: shown(draft.pictures.buyButtonImage),
    demoButtonImage: shown(draft.pictures.demoButtonImage),
    contentWarnings: previewedWarnings(draft.contentWarnings),
    release: null,
    coming: [],
    posts: [],
    followers: null,
    reviews: NO_REVIEWS,
    supporters: null,
    availableFrom: null,
    saleBeganAt: null,
    sharePicture: null,
    related: [],
    relatedBy: 'tags',
    withheld: false,
    publishedAt: null,
    updatedAt: currentTime().toISOString(),
  }
}

function pictureOf(choice: PictureChoice, chosen: ChosenPicture): Picture | null {
  switch (choice.from) {
    case 'nowhere':
      return null
    case 'store':
      return choice.picture
    case 'here':
      return chosen(choice.file)
  }
}

function fileOf(row: FileRow, isFree: boolean): GameFile & { device: Device } {
  const { name, sizeBytes } =
    row.source.from === 'game' && row.source.replacement ? row.source.replacement : row
  const customPriceEnabled = row.customPriceEnabled && !isFree
  return {
    _id: row.id,
    name,
    size: sizeBytes,
    device: DEVICES.find((device) => device === row.device) ?? 'Other',
    customPriceEnabled,
    customPrice: customPriceEnabled ? dollarsOf(Math.max(0, centsOfText(row.customPrice) ?? 0)) : null,
    sha256: null,
    updatedAt: currentTime().toISOString(), // as if it were saved now
  }
}

const demoOf = (demo: Demo | null) => demo && { name: demo.name, size: demo.sizeBytes, url: '' }

const oneOf = <Value extends string>(values: readonly Value[], candidate: string, otherwise: Value): Value =>
  values.find((value) => value === candidate) ?? otherwise

function themeOf(theme: Theme): Theme {
  const broken = THEME_COLORS.filter((field) => !isHexColor(theme[field]))
  return { ...theme, ...Object.fromEntries(broken.map((field) => [field, DEFAULT_THEME[field]])) }
}
