import { z } from 'zod'
import { type CallTable, Dollars, Done, Id, IsoTime, ShortPage } from '../call.ts'
import { Picture } from '../catalog/catalog.ts'
import { SAVE_PATH_KINDS } from '../releases/save-path.ts'
import { WISH_REASONS } from '../wishlist/wishlist-rules.ts'
import { isTimeZone, MAIL_CHOICES, NOTICE_MAILS, SWITCHABLE_TOPICS, TOPICS } from './notice-rules.ts'

const SavePath = z.object({
  kind: z.enum(SAVE_PATH_KINDS),
  steps: z
    .array(z.string())
    .describe('For `steps`, the labels of the releases to open a save in, the newest last'),
})

/** What an account is told of one topic about one game: read, or not read yet. */
export const Notice = z.object({
  ids: z.array(Id).describe('Of what it holds, the newest first'),
  topic: z.enum(TOPICS),
  isNew: z.boolean(),
  at: IsoTime.describe('When the newest of it came'),
  gameId: Id,
  slug: z.string(),
  title: z.string(),
  picture: Picture.nullable(),
  thingId: Id.describe('Of the newest release, post or game that it holds'),
  labels: z.array(z.string()).describe('Of its releases, or the titles of its posts, the newest first'),
  mine: z.string().nullable().describe("The label of the caller's version"),
  saves: SavePath.nullable().describe("What becomes of the caller's saves in the newest"),
  savesNote: z.string(),
  reason: z.string().describe('Why an announced time changed or a version was withdrawn; else empty'),
  wishReasons: z
    .array(z.enum(WISH_REASONS))
    .describe('Of the topic `wishlist`: what happened, the newest first'),
  price: Dollars.describe("The game's today"),
  saleEndsAt: IsoTime.nullable(),
})
export type Notice = z.infer<typeof Notice>

const TopicPreference = z.object({
  topic: z.enum(SWITCHABLE_TOPICS),
  site: z.boolean(),
  mail: z.enum(MAIL_CHOICES).describe('Emails need the consent to news, `notifyUpdates`, as well'),
})
export type TopicPreference = z.infer<typeof TopicPreference>

const DigestTime = z.object({
  day: z.number().int().min(1).max(7).describe('From Monday, 1, to Sunday, 7'),
  hour: z.number().int().min(0).max(23),
  zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Unknown time zone')
    .describe('Of the tz database, such as `Europe/Berlin`'),
})
export type DigestTime = z.infer<typeof DigestTime>

const Preferences = z.object({
  topics: z.array(TopicPreference),
  digest: DigestTime.describe('When the weekly email comes'),
  asksForMore: z
    .boolean()
    .describe('The caller agreed to news before some topics existed, and was not asked about these yet'),
})
export type Preferences = z.infer<typeof Preferences>

const MailingGame = z.object({
  gameId: Id,
  title: z.string(),
  picture: Picture.nullable(),
  mails: z.number().int().describe(`Within ${NOTICE_MAILS.inDays} days`),
  topics: z.array(z.enum(TOPICS)).describe('Of these emails'),
  isMuted: z.boolean(),
})
export type MailingGame = z.infer<typeof MailingGame>

export const noticeCalls = {
  'GET /api/notices': {
    summary:
      "The caller's notices of 90 days, those of a topic and game together: what is not read first, then the newest; `Link` names the next page",
    access: 'signed-in',
    anonymous: true,
    query: ShortPage.extend({
      follows: z.literal('1').describe('Only news of whom the caller follows, by time alone').optional(),
    }),
    response: z.array(Notice),
  },
  'GET /api/notices/unread': {
    summary: 'How many of them are not read; 100 stands for more than 99',
    access: 'signed-in',
    anonymous: true,
    response: z.object({ count: z.number().int() }),
  },
  'POST /api/notices/read': {
    summary: 'Mark some of them as read, or all',
    access: 'signed-in',
    anonymous: true,
    body: z.union([z.object({ ids: z.array(Id).min(1).max(1_000) }), z.object({ all: z.literal(true) })]),
    response: Done,
  },
  'GET /api/notice-preferences': {
    summary: 'How the caller is told about each topic, and when the weekly email comes',
    access: 'signed-in',
    anonymous: true,
    response: Preferences,
  },
  'PUT /api/notice-preferences': {
    summary: 'Change some of it; what is left out stays as it is',
    access: 'signed-in',
    anonymous: true,
    body: z.object({
      topics: z.array(TopicPreference).optional(),
      digest: DigestTime.optional(),
      wantsMore: z
        .boolean()
        .optional()
        .describe('The answer to `asksForMore`: whether the new topics are emailed as well'),
    }),
    response: Preferences,
  },
  'GET /api/notices/games': {
    summary: 'Games that emailed the caller lately, or that they muted',
    access: 'signed-in',
    anonymous: true,
    response: z.array(MailingGame),
  },
  'PUT /api/notices/games': {
    summary: 'Mute some games, or hear of them again',
    access: 'signed-in',
    anonymous: true,
    body: z.object({ gameIds: z.array(Id).min(1).max(1_000), isMuted: z.boolean() }),
    response: Done,
  },
} satisfies CallTable
