/** The tables of `migrations/`, as TypeScript sees them; `tables.test.ts` compares them with the schema. */

import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import type { AuditedAction, AuditSubject } from '@nofiller/contract/admin/admin-rules'
import type { Theme } from '@nofiller/contract/authoring/theme'
import type { Picture } from '@nofiller/contract/catalog/catalog'
import type { ContentChoice } from '@nofiller/contract/catalog/content-choice'
import type { Device } from '@nofiller/contract/catalog/devices'
import type { ContentCategory, ProjectType, Stage } from '@nofiller/contract/catalog/game-kinds'
import type { Visibility } from '@nofiller/contract/catalog/visibility-rules'
import type { EngineId } from '@nofiller/contract/checks/engines'
import type { FoundWords } from '@nofiller/contract/checks/finding-rules'
import type { CounterFields, NoticeFields, NoticeState } from '@nofiller/contract/copyright/copyright-rules'
import type {
  AppealOutcome,
  ApprovalReason,
  ApprovalState,
  DecisionKind,
  GameApproval,
} from '@nofiller/contract/moderation/moderation-rules'
import type { ConsentPlace } from '@nofiller/contract/news/news-rules'
import type { MailChoice, NoticeTopic } from '@nofiller/contract/notices/notice-rules'
import type { OrderMailKind } from '@nofiller/contract/orders/admin-order-rules'
import type { OrderFlag, OrderStatus } from '@nofiller/contract/orders/order-status'
import type { CaseKind } from '@nofiller/contract/orders/payment-case-kinds'
import type { BlockReason, PayoutOutcome, PayoutState } from '@nofiller/contract/payouts/payout-rules'
import type { PostAudience } from '@nofiller/contract/posts/post-rules'
import type { OwnerNotice, SavesKind } from '@nofiller/contract/releases/release-rules'
import type { Audience } from '@nofiller/contract/releases/windows'
import type { ReportCategory, ReportedFor, ReportSubject } from '@nofiller/contract/reports/report-rules'
import type {
  HeldReason,
  RemovedPart,
  ReviewMark,
  ReviewName,
  ReviewProgress,
  SurgeState,
} from '@nofiller/contract/reviews/review-rules'
import type { Role } from '@nofiller/contract/role'
import type { SandboxOutcome } from '@nofiller/contract/sandbox/payout-outcomes'
import type { SandboxPayoutStatus } from '@nofiller/contract/sandbox/sandbox-payouts'
import type { RelatedKind } from '@nofiller/contract/suggestions/related-rules'
import type { SuggestionPage } from '@nofiller/contract/suggestions/suggestion-rules'
import type { PeriodFigures } from '@nofiller/contract/transparency/transparency-rules'
import type {
  DeliveryFailure,
  DeliveryState,
  EventType,
  OffReason,
} from '@nofiller/contract/webhooks/webhook-rules'
import type { WishChoice, WishReason } from '@nofiller/contract/wishlist/wishlist-rules'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { MailContent } from '../mail/mail-content.ts'

type Defaulted<T> = ColumnType<T, T | undefined, T>
/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>

/** What the buyer is told by mail about an order's money, besides its cases. */
export type OrderMail = 'short' | 'late' | 'closed'

export type FileType = 'zip' | 'rar' | 'jpeg' | 'png' | 'gif' | 'webp'

/** A file with a build of it. */
type BuiltFile = {
  id: GeneratedAlways<string>
  game_id: GeneratedAlways<string>
  kind: GeneratedAlways<'file' | 'demo'>
  device: GeneratedAlways<Device>
  custom_price_cents: GeneratedAlways<number | null>
  position: GeneratedAlways<number>
  withdrawn_at: GeneratedAlways<Date | null>
  name: GeneratedAlways<string>
  size_bytes: GeneratedAlways<number>
  storage_key: GeneratedAlways<string>
  sha256: GeneratedAlways<Buffer | null>
  built_at: GeneratedAlways<Date>
  paused_at: GeneratedAlways<Date | null>
  build_id: GeneratedAlways<string>
}

/** What a copyright notice names: the address of a picture, the id of a file, a hash of the text, or the whole game. */
export type NamedAsset = { part: string; name: string; key: string }

/** A reported part as it was: what it says, the key of its picture, or the file's name and hash. */
export type ReportSnapshot = {
  title: string
  /** Whom it concerns: the developer, or who wrote a review; null for a review whose account was deleted. */
  developerId: string | null
  text: string | null
  pictures: string[]
  file: { name: string; sha256: string | null } | null
  /** Of a review: its game, and which of its writer's names stood under it. */
  review?: { gameId: string; nameKind: ReviewName }
}

/** What an upload turned out to be. */
export type UploadContent = {
  sizeBytes: number
  /** By its first bytes; null for everything that the store does not take. */
  type: FileType | null
  /** What is wrong inside an archive, as a sentence for its developer. */
  finding: string | null
  /** It is one of the files that a RAR archive was split into. */
  isPart?: boolean
}

/** What a build's bytes say, whatever device it is offered for. */
export type BuildContents = {
  /** Why players could not unpack it. */
  problem: FoundWords | null
  /** What an archive whose list can be read holds; null for a RAR archive or a picture. */
  archive: ArchiveContents | null
}

export type ArchiveContents = {
  programs: Programs
  /** The name of an archive that is all there is. */
  archiveWithin: string | null
  engine: EngineId | null
  leftovers: Leftover[]
  /** The names of files with keys and passwords, the first few. */
  secrets: string[]
  /** How it differs from the build before; null for a first build, or when that one could not be read. */
  before: { sizeBytes: number; files: number; gone: number } | null
}

/** The devices that a program in an archive can be for. */
export type ProgramDevice = Exclude<Device, 'iOS' | 'VR' | 'Other'>

/** What starts in an archive. */
export type Programs = {
  devices: ProgramDevice[]
  /** A page, which any browser opens. */
  hasPage: boolean
  /** Devices for which a program was found, but none that is marked as executable. */
  unmarked: ('Mac' | 'Linux')[]
  /** What an .apk lacks to be installed: `a manifest`; null for any other archive. */
  apkLacks: string[] | null
}

/** Files that players have no use for: what they are, and what they add to the download. */
export type Leftover = { what: string; sizeBytes: number }

/** Where money of a developer is. `sales` is where it comes from. */
export type BalancePart = 'sales' | 'pending' | 'reserve' | 'available' | 'in_payout' | 'paid' | 'given_up'

/** What a day holds; amounts in cents. */
type DaysColumns = {
  day: string
  checkouts: number
  orders: number
  revenue_cents: number
  fee_cents: number
  platform_cents: number
  developer_cents: number
  downloads: number
}

/** What an owner is told of a game: `held` until an admin decides, `sealed` for good. */
export type OwnersState = 'removed' | 'paused' | 'held' | 'sealed'
export type Tables = {
  accounts: {
    id: string
    username: string
    email: string
    password_hash: string
    credentials_changed_at: Date | null
    role: Defaulted<Role>
    verified_at: Date | null
    suspended_at: Date | null
    /** Whether they see reports of the safety queue. */
    safety: Defaulted<boolean>
    developer_requested_at: Date | null
    display_name: string | null
    bio: string | null
    website: string | null
    twitter: string | null
    patreon: string | null
    wallet: string | null
    avatar_url: string | null
    notify_purchases: Defaulted<boolean>
    notify_updates: Defaulted<boolean>
    content_choice: ContentChoice | null
    excluded_tags: Defaulted<string[]>
    notify_todo: Defaulted<boolean>
    /** For which devices it is told of what it follows; none stands for all. */
    my_devices: Defaulted<Device[]>
    /** A developer whose first game was looked at publishes at once. */
    first_game_approved_at: Date | null
    todo_mailed_on: string | null
    webauthn_user_id: Buffer | null
    unsubscribe_token: Defaulted<string>
    /** When it is to be deleted. */
    deletion_at: Date | null
    deletion_asked_at: Date | null
    deletion_reminders: Defaulted<number>
    /** Whether its reviews stay when it is deleted. */
    keeps_reviews: Defaulted<boolean>
    /** Since when nobody is behind it. */
    deleted_at: Date | null
    created_at: Generated<Date>
  }
  mail_bounces: {
    account_id: string
    email: string
    kind: 'refused' | 'bounced'
    bounced_at: Generated<Date>
    tries: Defaulted<number>
    tries_since: Generated<Date>
  }
  news_consents: {
    id: GeneratedAlways<number>
    account_id: string
    purpose: Defaulted<'news'>
    text_version: number
    given_at: Generated<Date>
    given_through: ConsentPlace | null
    withdrawn_at: Date | null
    withdrawn_through: ConsentPlace | null
    /** The newest version of the text about which its giver was asked in the site. */
    asked_version: number | null
  }
  /** Games that stand beside a game, as of the last night. */
  related_games: { game_id: string; kind: RelatedKind; other_ids: string[]; scores: number[] }
  suggestion_consents: {
    id: GeneratedAlways<number>
    account_id: string
    purpose: 'counted' | 'suggested'
    /** The version of the sentence that stood beside the switch (`SUGGESTION_TEXTS`). */
    text_version: number
    given_at: Generated<Date>
    given_through: SuggestionPage
    withdrawn_at: Date | null
    withdrawn_through: SuggestionPage | null
  }
  suggestion_questions: { account_id: string; text_version: number; closed_at: Generated<Date> }
  news_issues: {
    id: string
    file_hash: Buffer
    subject: string
    started_at: Generated<Date>
    reached_id: string | null
    queued_count: Defaulted<number>
    finished_at: Date | null
  }
  sell_requests: {
    id: string
    account_id: string
    who: string
    links: string[]
    plans: string
    created_at: Generated<Date>
    decision: 'approved' | 'refused' | null
    decided_at: Date | null
    reason: string | null
  }
  /** Tables whose rows are deleted with their account. */
  own_tables: { name: string }
  bought_wishes: { account_id: string; game_id: string; order_id: string; created_at: Defaulted<Date> }
  /** All names that are held. Without an account: a pen name, or one that was given up. */
  names: { folded: string; account_id: string | null; given_up_at: Date | null }
  registrations: {
    id: string
    username: string
    email: string
    password_hash: string
    notify_purchases: boolean
    notify_updates: boolean
    /** The version of the text that stood beside the tick (`NEWS_TEXTS`). */
    news_text: Defaulted<number>
    browser: Defaulted<string>
    wrong_tries: Defaulted<number>
    created_at: Generated<Date>
  }
  registration_codes: {
    id: string
    registration_id: string
    code_hash: Buffer
    tries: Defaulted<number>
    created_at: Generated<Date>
    handed_over_at: Date | null
  }
  email_changes: {
    id: string
    account_id: string
    session_id: string
    old_email: string
    new_email: string
    confirm_hash: Buffer
    undo_hash: Buffer | null
    created_at: Generated<Date>
    expires_at: Date
    confirmed_at: Date | null
    undone_at: Date | null
  }
  password_resets: {
    token_hash: Buffer
    account_id: string
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
  }
  account_exports: {
    id: string
    account_id: string
    asked_at: Date
    storage_key: string | null
    size_bytes: number | null
    ready_at: Date | null
    ends_at: Date | null
  }
  sessions: {
    id: string
    account_id: string
    user_agent: string
    country: string | null
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    /** When somebody last proved in it who they are. */
    verified_at: Defaulted<Date>
    ends_at: Date
    revoked_at: Date | null
    /** The hash of the browser's cookie `viewer`; null while the account blocks nothing. */
    viewer_hash: Buffer | null
  }
  second_factor_removals: {
    account_id: string
    asked_at: Date
    due_at: Date
    notices: Defaulted<number>
    kind: Defaulted<'lost' | 'lost_by_link' | 'taken_back'>
  }
  security_events: {
    id: string
    account_id: string
    kind: SecurityEventKind
    about: string | null
    user_agent: string
    times: Defaulted<number>
    happened_at: Generated<Date>
  }
  passkeys: {
    id: string
    account_id: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    device_type: 'singleDevice' | 'multiDevice'
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
    session_id: string | null
    suspended_at: Date | null
  }
  authenticators: {
    account_id: string
    secret: string
    created_at: Generated<Date>
    last_step: number
    session_id: string | null
  }
  authenticator_setups: { account_id: string; secret: string; expires_at: Date }
  recovery_codes: {
    account_id: string
    code_hash: Buffer
    used_at: Date | null
    created_at: Generated<Date>
    session_id: string | null
  }
  pending_logins: { token_hash: Buffer; account_id: string; tries: Defaulted<number>; expires_at: Date }
  remembered_devices: {
    id: string
    account_id: string
    token_hash: Buffer
    user_agent: string
    created_at: Generated<Date>
    ends_at: Date
  }
  webauthn_challenges: {
    challenge: string
    purpose: 'register' | 'log-in' | 'step-up'
    session_id: string | null
    expires_at: Date
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    created_at: Generated<Date>
    rotated_at: Date | null
  }
  games: {
    id: string
    developer_id: string
    slug: string
    title: string
    description: string
    project_type: ProjectType
    stage: Stage
    category: ContentCategory
    tags: string[]
    price_cents: number
    old_builds: number | null
    storage_bytes_max: number | null
    /** What it costs while a sale runs, which ends at `sale_ends_at`. */
    sale_price_cents: number | null
    sale_percent: number | null
    sale_ends_at: Date | null
    /** The lowest price of the 30 days before that sale; null for a game that was not public then. */
    lowest_price_cents: number | null
    /** When a release last moved it up among the updated games. */
    moved_up_at: Date | null
    is_free: boolean
    /** Buyers may pay more than the price. */
    pay_what_you_want: Defaulted<boolean>
    status: 'draft' | 'published'
    archived_at: Date | null
    archived_from: 'draft' | 'published' | null
    suspended_at: Date | null
    suspended_reason: string | null
    is_illegal: Defaulted<boolean>
    /** Who sees it while it is published and not held: `catalog/visibility.ts`. */
    visibility: Defaulted<Visibility>
    /** Whether it stands on its developer's page while it is unlisted. */
    on_developer_page: Defaulted<boolean>
    /** At present. Its sales do not count meanwhile. */
    not_for_sale: Defaulted<boolean>
    /** How far the review is that keeps it from the public; `suspended_at` is set meanwhile. */
    review: GameApproval | null
    /** What its developer warns of, as `contract/content-limits/content-warnings.ts` has it; kept by triggers of `content_warnings`. */
    warning_codes: Defaulted<number[]>
    theme: Json<Theme>
    card: Json<Picture> | null
    cover: Json<Picture> | null
    screenshots: Json<Picture[]>
    page_bg: Json<Picture> | null
    buy_button: Json<Picture> | null
    demo_button: Json<Picture> | null
    devices: Device[]
    sales: Defaulted<number>
    popularity_cents: Defaulted<number>
    revenue_cents: Defaulted<number>
    reviews_counted: Defaulted<number>
    reviews_positive: Defaulted<number>
    reviews_shown: Defaulted<number>
    reviews_shown_positive: Defaulted<number>
    /** The order of Best reviewed; null for fewer than five counted reviews. */
    review_rank: number | null
    search: GeneratedAlways<string>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    published_at: Date | null
  }
  sales: {
    id: string
    /** Null for a sale of the store. */
    developer_id: string | null
    name: string
    percent: number | null
    price_cents: number | null
    begins_at: Date
    ends_at: Date
    state: Defaulted<'planned' | 'running' | 'ended'>
    created_at: Generated<Date>
  }
  sale_games: { sale_id: string; game_id: string }
  discount_codes: {
    id: string
    /** Null for a code of the store. */
    developer_id: string | null
    code: string
    percent: number | null
    amount_cents: number | null
    uses: number | null
    is_once: boolean
    is_for_all: boolean
    ends_at: Date | null
    created_at: Generated<Date>
  }
  discount_code_games: { code_id: string; game_id: string }
  bundles: {
    id: string
    developer_id: string
    slug: string
    title: string
    price_cents: number
    /** Since when it is sold no more. */
    ended_at: Date | null
    created_at: Generated<Date>
  }
  bundle_games: { bundle_id: string; game_id: string; position: number }
  price_history: { game_id: string; since: Date; price_cents: number }
  content_warnings: {
    game_id: string
    theme: number
    /** 0 for a theme that is not in the game. */
    level: number
    avoidable: Generated<boolean>
    spoiler: Generated<boolean>
    note: string | null
    answered_at: Generated<Date>
  }
  account_limits: { account_id: string; limits: string }
  /** Accounts that blocked something. Each change of their blocks locks and dates the row. */
  account_blocks: { account_id: string; changed_at: Generated<Date> }
  blocked_developers: { account_id: string; developer_id: string; created_at: Generated<Date> }
  blocked_games: { account_id: string; game_id: string; created_at: Generated<Date> }
  game_reviews: {
    id: string
    game_id: string
    reason: ApprovalReason
    is_before: boolean
    state: Defaulted<ApprovalState>
    /** How often it was sent. */
    round: Defaulted<number>
    revision: Defaulted<number>
    sent_at: Date
    due_at: Date
    seller_since: Date | null
    decided_at: Date | null
    claimed_by: string | null
    claimed_until: Date | null
    apologized_at: Date | null
  }
  game_revisions: {
    review_id: string
    revision: number
    snapshot: Json<Record<string, string>>
    created_at: Date
  }
  game_revisions_seen: { review_id: string; admin_id: string; revision: number }
  audit_chain: { position: GeneratedAlways<number>; audit_id: number; hash: Buffer; logged_at: Date | null }
  appeals: {
    id: string
    decision_id: string | null
    reporter_decision_id: string | null
    /** Off-topic days, appealed by who wrote one of their reviews. */
    writer_decision_id: string | null
    report_id: string | null
    first_by: string
    /** Null for a reporter's, about a review whose account was deleted. */
    developer_id: string | null
    text: string
    sent_at: Date
    due_at: Date
    outcome: AppealOutcome | null
    answer: string | null
    decided_by: string | null
    decided_at: Date | null
    single_admin: Defaulted<boolean>
  }
  moderation_decisions: {
    id: string
    review_id: string | null
    case_id: string | null
    game_id: string | null
    title: string
    /** Whom it concerns; null for a review whose account was deleted. */
    developer_id: string | null
    kind: DecisionKind
    rule: string | null
    rule_version: number | null
    assets: string[]
    text: string
    note: string | null
    revision: number | null
    content_hash: Buffer | null
    points: Defaulted<number>
    was_suspended_at: Date | null
    was_suspended_reason: string | null
    was_illegal: Defaulted<boolean>
    was_review: GameApproval | null
    statement: string
    decided_by: string
    decided_at: Date
    /** Nobody else was there to decide about what is the admin's own. */
    single_admin: Defaulted<boolean>
    /** Neither a report nor a review led to it. */
    own_initiative: Defaulted<boolean>
    /** The owner's review that it is about, or whose answer. */
    about_review: string | null
    about_answer: Defaulted<boolean>
  }
  featured_games: {
    game_id: string
    position: number
    /** Days as `2026-11-21`, in UTC. */
    from_on: string | null
    until_on: string | null
  }
  shuffles: { drawn_on: string; game_id: string; place: Defaulted<number> }
  game_sections: { section: string; published_at: Date; game_id: string; category: ContentCategory }
  game_files: {
    id: string
    game_id: string
    kind: 'file' | 'demo'
    device: Device
    custom_price_cents: number | null
    position: number
    created_at: Generated<Date>
    withdrawn_at: Date | null
    left_base_at: Date | null
    /** While a copyright notice stands that names it. */
    paused_at: Date | null
    /** When it opened to some before anybody could buy it; null once it is for sale. */
    early_at: Date | null
  }
  file_builds: {
    id: string
    file_id: string
    name: string
    size_bytes: number
    storage_key: string
    sha256: Buffer | null
    created_at: Defaulted<Date>
    /** When buyers got it, the last time; null for a build of a draft. */
    live_at: Defaulted<Date | null>
    replaced_at: Date | null
    /** When its bytes were removed: of a sealed game, or because nobody could download it any more. */
    destroyed_at: Date | null
    /** When it leaves storage, as nobody may download it any more. */
    leaves_at: Date | null
    /** The release that made it live last. */
    release_id: string | null
    /** What the checks before publishing read in it; null until then. */
    contents: Json<BuildContents> | null
  }
  finding_acks: {
    game_id: string
    /** Null for a finding about the page. */
    build_id: string | null
    finding: string
    place: string
    sentence: string
    account_id: string
    reason: string | null
    acknowledged_at: Generated<Date>
  }
  link_checks: {
    url: string
    host: string
    account_id: string
    found: 'alive' | 'gone' | 'unknown_name' | 'unclear'
    checked_at: Date
  }
  malware_scans: {
    sha256: Buffer
    state: 'clean' | 'infected' | 'away' | 'too_large'
    signature: string | null
    scanned_at: Generated<Date>
    cleared_at: Date | null
    cleared_by: string | null
    cleared_reason: string | null
  }
  explicit_cards: {
    game_id: string
    card: string
    cover: string
    is_explicit: boolean
    answered_at: Generated<Date>
  }
  releases: {
    id: string
    game_id: string
    label: string
    summary: Defaulted<string>
    notes: Defaulted<string>
    known_problems: Defaulted<string>
    saves: Defaulted<SavesKind>
    saves_from: string | null
    /** The release whose builds a rollback brought back. */
    same_as: string | null
    saves_note: Defaulted<string>
    notify: Defaulted<OwnerNotice>
    created_by: string | null
    created_at: Defaulted<Date>
    /** When it goes live by itself; null until it is scheduled. */
    opens_at: Date | null
    /** When it opened to the first who have it before buyers. */
    early_at: Date | null
    /** Why its announced times changed last. */
    steps_reason: Defaulted<string>
    live_at: Date | null
    notes_edited_at: Date | null
    withdrawn_at: Date | null
    withdrawn_reason: string | null
  }
  release_builds: { release_id: string; file_id: string; build_id: string }
  release_steps: { release_id: string; audience: Audience; opens_at: Date; opened_at: Date | null }
  /** What makes owners supporters; the row without an end does today. */
  supporter_offers: {
    id: Generated<string>
    game_id: string
    file_id: string | null
    min_cents: number | null
    lead_days: number
    from_at: Defaulted<Date>
    until_at: Date | null
  }
  owned_versions: {
    account_id: string
    file_id: string
    build_id: string
    release_id: string | null
    source: 'fetched' | 'set'
    at: Defaulted<Date>
  }
  skipped_releases: { account_id: string; release_id: string }
  muted_games: { account_id: string; game_id: string }
  reviews: {
    id: string
    game_id: string
    /** Null once the account was deleted and its writer let the review stay. */
    account_id: string | null
    recommends: boolean
    text: string
    language: string
    progress: ReviewProgress | null
    name_kind: ReviewName
    /** The newest build that its writer had fetched. */
    build_id: string | null
    release_id: string | null
    mark: ReviewMark | null
    /** Whether the data let it count. */
    qualifies: Defaulted<boolean>
    removed_at: Date | null
    removed_by: string | null
    /** Since when it waits for somebody to look at it, why, and the review that it is like. */
    held_at: Date | null
    held_reason: HeldReason | null
    held_like: string | null
    is_shown: GeneratedAlways<boolean>
    counted: GeneratedAlways<boolean>
    helpful: Defaulted<number>
    helpful_order: Defaulted<number>
    /** 64 bits, more than a number holds: compared in SQL alone. */
    simhash: number | null
    created_at: Generated<Date>
    created_on: GeneratedAlways<string>
    edited_at: Date | null
    /** Whether the developer was told of it. */
    is_told: Defaulted<boolean>
    /** The decisions by which readers are not shown its text, and no username. */
    text_removed_by: string | null
    username_removed_by: string | null
  }
  /** What decisions removed of reviews; the columns that readers are shown by hold one that stands. */
  review_removals: {
    decision_id: string
    review_id: string
    part: RemovedPart
    pen_name: string | null
    restored_at: Date | null
  }
  /** The picture of a game for link previews, which is shown while `drawn` equals `wanted`. */
  share_pictures: {
    game_id: string
    wanted: Defaulted<number>
    drawn: Defaulted<number>
    url: string | null
    tries: Defaulted<number>
    next_try_at: Generated<Date>
  }
  /** When the reviews of a game were unusually many. Days like `2026-11-21`, in UTC. */
  review_surges: {
    id: string
    game_id: string
    from_on: string
    /** The last day; null while it is open. */
    until_on: string | null
    state: Defaulted<SurgeState>
    opened_at: Generated<Date>
    due_at: Date
    reviews: number
    positive: number
    newcomers: number
    reason: string | null
    decided_by: string | null
    decided_at: Date | null
    decision_id: string | null
  }
  review_versions: {
    id: GeneratedAlways<number>
    review_id: string
    recommends: boolean
    text: string
    replaced_at: Generated<Date>
  }
  review_votes: { review_id: string; account_id: string; created_at: Generated<Date> }
  review_answers: {
    review_id: string
    author_id: string
    text: string
    created_at: Generated<Date>
    edited_at: Date | null
    removed_at: Date | null
    removed_by: string | null
    /** Whether the writer of the review was told of it. */
    is_told: Defaulted<boolean>
  }
  pen_names: {
    account_id: string
    name: string
    folded: string
    chosen_at: Generated<Date>
    /** The decision that took it away. */
    removed_by: string | null
  }
  /** Names under reviews that an account does not want to read. */
  review_mutes: {
    id: string
    account_id: string
    writer_id: string
    name_kind: Exclude<ReviewName, 'owner'>
    created_at: Generated<Date>
  }
  /** One row: up to which download owners were reminded that they can review a game. */
  review_reminders: { is_only: Defaulted<boolean>; until_at: Date; until_id: string }
  former_developers: { game_id: string; account_id: string; left_at: Generated<Date> }
  posts: {
    id: string
    game_id: string
    created_by: string | null
    audience: PostAudience
    title: string
    body: string
    release_id: string | null
    /** Whether a picture in it is explicit; null where nobody asked. */
    is_explicit: boolean | null
    is_emailed: boolean
    created_at: Generated<Date>
    saved_at: Defaulted<Date>
    /** When it goes out, or not before. */
    opens_at: Date | null
    /** Whether it goes out once its release is open to its readers. */
    with_release: Defaulted<boolean>
    published_at: Date | null
    edited_at: Date | null
    deleted_at: Date | null
    /** The decision that took it out of the store. */
    removed_by: string | null
  }
  /** A view: posts that are out. */
  live_posts: {
    id: GeneratedAlways<string>
    game_id: GeneratedAlways<string>
    audience: GeneratedAlways<PostAudience>
    title: GeneratedAlways<string>
    body: GeneratedAlways<string>
    release_id: GeneratedAlways<string | null>
    is_emailed: GeneratedAlways<boolean>
    published_at: GeneratedAlways<Date>
    edited_at: GeneratedAlways<Date | null>
    is_explicit: GeneratedAlways<boolean | null>
  }
  follows: {
    account_id: string
    developer_id: string | null
    game_id: string | null
    created_at: Generated<Date>
  }
  told_games: { game_id: string }
  private_feeds: {
    id: Generated<string>
    account_id: string
    token_hash: Buffer
    session_id: string | null
    created_at: Generated<Date>
  }
  follower_counts: {
    developer_id: string | null
    game_id: string | null
    followers: number
    /** How many of them would be emailed about a post. */
    emailed: number
  }
  notices: {
    id: Generated<string>
    account_id: string
    topic: NoticeTopic
    game_id: string
    thing_id: string
    is_on_site: boolean
    created_at: Generated<Date>
    read_at: Date | null
    mail_at: Date | null
    mailed_at: Date | null
    mail_id: string | null
    is_weekly: Defaulted<boolean>
  }
  /** A view: notices of which the game and the thing may still be named to their reader, content limits aside. */
  nameable_notices: {
    id: GeneratedAlways<string>
    account_id: GeneratedAlways<string>
    topic: GeneratedAlways<NoticeTopic>
    game_id: GeneratedAlways<string>
    thing_id: GeneratedAlways<string>
    is_on_site: GeneratedAlways<boolean>
    created_at: GeneratedAlways<Date>
    read_at: GeneratedAlways<Date | null>
    mail_at: GeneratedAlways<Date | null>
    mailed_at: GeneratedAlways<Date | null>
    mail_id: GeneratedAlways<string | null>
    label: GeneratedAlways<string>
    summary: GeneratedAlways<string>
    saves_note: GeneratedAlways<string>
    live_at: GeneratedAlways<Date>
    steps_reason: GeneratedAlways<string>
    wish_reason: GeneratedAlways<WishReason | null>
  }
  /** A view: those of them of whose topics the version before knows, which reads it. */
  all_current_notices: {
    id: GeneratedAlways<string>
    account_id: GeneratedAlways<string>
    topic: GeneratedAlways<NoticeTopic>
    game_id: GeneratedAlways<string>
    thing_id: GeneratedAlways<string>
    is_on_site: GeneratedAlways<boolean>
    created_at: GeneratedAlways<Date>
    read_at: GeneratedAlways<Date | null>
    mail_at: GeneratedAlways<Date | null>
    mailed_at: GeneratedAlways<Date | null>
    mail_id: GeneratedAlways<string | null>
    label: GeneratedAlways<string>
    summary: GeneratedAlways<string>
    saves_note: GeneratedAlways<string>
    live_at: GeneratedAlways<Date>
    steps_reason: GeneratedAlways<string>
    wish_reason: GeneratedAlways<WishReason | null>
  }
  /** A view: the part of them that is about reviews. */
  current_review_notices: {
    id: GeneratedAlways<string>
    account_id: GeneratedAlways<string>
    topic: GeneratedAlways<NoticeTopic>
    game_id: GeneratedAlways<string>
    thing_id: GeneratedAlways<string>
    is_on_site: GeneratedAlways<boolean>
    created_at: GeneratedAlways<Date>
    read_at: GeneratedAlways<Date | null>
    mail_at: GeneratedAlways<Date | null>
    mailed_at: GeneratedAlways<Date | null>
    mail_id: GeneratedAlways<string | null>
    label: GeneratedAlways<string>
  }
  /** A view: those of whose topics the version before that one knows. */
  current_notices: {
    id: GeneratedAlways<string>
    account_id: GeneratedAlways<string>
    topic: GeneratedAlways<NoticeTopic>
    game_id: GeneratedAlways<string>
    thing_id: GeneratedAlways<string>
    is_on_site: GeneratedAlways<boolean>
    created_at: GeneratedAlways<Date>
    read_at: GeneratedAlways<Date | null>
    mail_at: GeneratedAlways<Date | null>
    mailed_at: GeneratedAlways<Date | null>
    mail_id: GeneratedAlways<string | null>
    label: GeneratedAlways<string>
    summary: GeneratedAlways<string>
    saves_note: GeneratedAlways<string>
    live_at: GeneratedAlways<Date>
    steps_reason: GeneratedAlways<string>
    wish_reason: GeneratedAlways<string | null>
  }
  /** A view: those that tell of posts, or followers of anything. */
  current_post_notices: {
    id: GeneratedAlways<string>
    account_id: GeneratedAlways<string>
    topic: GeneratedAlways<NoticeTopic>
    game_id: GeneratedAlways<string>
    thing_id: GeneratedAlways<string>
    is_on_site: GeneratedAlways<boolean>
    created_at: GeneratedAlways<Date>
    read_at: GeneratedAlways<Date | null>
    mail_at: GeneratedAlways<Date | null>
    mailed_at: GeneratedAlways<Date | null>
    mail_id: GeneratedAlways<string | null>
    label: GeneratedAlways<string>
    summary: GeneratedAlways<string>
    saves_note: GeneratedAlways<string>
    live_at: GeneratedAlways<Date>
    steps_reason: GeneratedAlways<string>
  }
  /** A view: those that tell owners of releases, and developers of builds that leave. */
  current_release_notices: {
    id: GeneratedAlways<string>
    account_id: GeneratedAlways<string>
    topic: GeneratedAlways<NoticeTopic>
    game_id: GeneratedAlways<string>
    thing_id: GeneratedAlways<string>
    is_on_site: GeneratedAlways<boolean>
    created_at: GeneratedAlways<Date>
    read_at: GeneratedAlways<Date | null>
    mail_at: GeneratedAlways<Date | null>
    mailed_at: GeneratedAlways<Date | null>
    mail_id: GeneratedAlways<string | null>
    label: GeneratedAlways<string>
    summary: GeneratedAlways<string>
    saves_note: GeneratedAlways<string>
    live_at: GeneratedAlways<Date>
    steps_reason: GeneratedAlways<string>
  }
  /** A view: news about the wishlist that still hold for their reader, content limits aside. */
  current_wishlist_notices: {
    id: GeneratedAlways<string>
    account_id: GeneratedAlways<string>
    topic: GeneratedAlways<NoticeTopic>
    game_id: GeneratedAlways<string>
    thing_id: GeneratedAlways<string>
    is_on_site: GeneratedAlways<boolean>
    created_at: GeneratedAlways<Date>
    read_at: GeneratedAlways<Date | null>
    mail_at: GeneratedAlways<Date | null>
    mailed_at: GeneratedAlways<Date | null>
    mail_id: GeneratedAlways<string | null>
    is_brief: GeneratedAlways<boolean>
    happened_at: GeneratedAlways<Date>
    reason: GeneratedAlways<WishReason>
  }
  wishlist: {
    account_id: string
    game_id: string
    added_at: Defaulted<Date>
    notify: Defaulted<WishChoice>
    my_price_cents: number | null
    is_left_told: Defaulted<boolean>
  }
  wishlist_news: {
    id: Generated<string>
    game_id: string
    kind: 'price' | 'stage'
    price_cents: number | null
    is_brief: Defaulted<boolean>
    created_at: Defaulted<Date>
    told_at: Date | null
  }
  wishlist_figures: { game_id: string; wanted: number; bought_percent: number | null }
  wishlist_weeks: { game_id: string; week: string; added: number; removed: number }
  wishlist_changes: { game_id: string; week: Defaulted<string>; is_added: boolean }
  notice_preferences: { account_id: string; topic: NoticeTopic; site: boolean; mail: MailChoice }
  digests: {
    account_id: string
    day: Defaulted<number>
    hour: Defaulted<number>
    zone: Defaulted<string>
    next_at: Date | null
  }
  /** A view: files with their present builds. */
  stored_builds: {
    build_id: GeneratedAlways<string>
    game_id: GeneratedAlways<string>
    release_id: GeneratedAlways<string | null>
    size_bytes: GeneratedAlways<number>
    held_for: GeneratedAlways<'live' | 'earlier' | 'draft' | 'owners'>
  }
  /** A view: stored builds that no account may download. */
  unneeded_builds: {
    build_id: GeneratedAlways<string>
    game_id: GeneratedAlways<string>
    release_id: GeneratedAlways<string>
    size_bytes: GeneratedAlways<number>
  }
  built_files: BuiltFile & {
    release_id: GeneratedAlways<string | null>
  }
  copyright_notices: {
    id: string
    number: GeneratedAlways<number>
    game_id: string
    title: string
    developer_id: string
    assets: Json<NamedAsset[]>
    fields: Json<NoticeFields>
    is_complete: boolean
    entered_by: string | null
    sent_at: Date
    due_at: Date
    state: Defaulted<NoticeState>
    /** Its claimant's address. */
    confirmed_at: Date | null
    statement: string | null
    accepted_at: Date | null
    decided_by: string | null
    /** Nobody else was there to decide about what is the admin's own. */
    single_admin: Defaulted<boolean>
    counter: Json<CounterFields> | null
    countered_at: Date | null
    restore_at: Date | null
    court_reference: string | null
    court_on: string | null
    /** Its key in the storage. */
    court_document: string | null
    ended_at: Date | null
  }
  /** A view. */
  copyright_strikes: {
    notice_id: GeneratedAlways<string>
    number: GeneratedAlways<number>
    developer_id: GeneratedAlways<string>
    struck_at: GeneratedAlways<Date>
    voided_at: GeneratedAlways<Date | null>
  }
  strikes: {
    developer_id: GeneratedAlways<string>
    title: GeneratedAlways<string>
    rule: GeneratedAlways<string>
    decision_id: GeneratedAlways<string | null>
    notice_number: GeneratedAlways<number | null>
    points: GeneratedAlways<number>
    struck_at: GeneratedAlways<Date>
    ends_at: GeneratedAlways<Date>
  }
  paused_parts: {
    id: GeneratedAlways<number>
    game_id: string
    /** As in `NamedAsset`. */
    key: string
    slot: 'card' | 'cover' | 'screenshot' | 'text'
    position: number | null
    picture: Json<Picture> | null
    description: string | null
  }
  uploads: {
    temp_key: string
    account_id: string
    name: string
    content_type: string
    size_bytes: number | null
    storage_key: string
    resumable: Generated<boolean>
    created_at: Generated<Date>
    taken_at: Date | null
    cancelled_at: Date | null
    /** What was seen of it once it was whole; its bytes never change. */
    content: Json<UploadContent> | null
  }
  orders: {
    id: string
    account_id: string
    email: string
    game_id: string
    game_title: string
    mode: 'base' | 'extra'
    goods_key: string
    price_cents: number
    currency: Defaulted<string>
    status: Defaulted<OrderStatus>
    flags: Defaulted<OrderFlag[]>
    provider_status: string | null
    created_at: Generated<Date>
    expires_at: Date
    paid_at: Date | null
    next_check_at: Date | null
    invoicing_until: Date | null
    received_cents: Defaulted<number>
    invoicing_cents: number | null
    mailed: Defaulted<OrderMail[]>
    number: Generated<string>
    titles: string
    discount_code_id: string | null
    price_locked_until: Date | null
    price_unlocked_at: Date | null
    code_released_at: Date | null
    code_network: Buffer | null
    /** Whether providers may call it by its id, as they did before `payment_references`. */
    id_at_providers: Defaulted<boolean>
    /** What was sent back of money that had bought nothing yet: it pays no more of the price. */
    returned_cents: Defaulted<number>
    /** What of it had not counted towards the price: it takes nothing off other money while it does not count. */
    returned_uncounted_cents: Defaulted<number>
  }
  payment_references: {
    reference: string
    order_id: string
    provider: string
    created_at: Generated<Date>
  }
  order_items: {
    order_id: string
    position: number
    game_id: string
    kind: 'base' | 'extra'
    file_id: string | null
    title: string
    price_cents: number
    /** What it cost without reductions. */
    list_cents: number | null
    /** What made it cheaper. */
    sale_id: string | null
    bundle_id: string | null
    discount_code_id: string | null
    is_own_price: Defaulted<boolean>
    refunded_cents: Defaulted<number>
    revoked_at: Date | null
  }
  refunds: {
    id: string
    order_id: string
    amount_cents: number
    transaction_id: string
    reason: string
    admin_id: string | null
    created_at: Generated<Date>
  }
  refund_items: { refund_id: string; order_id: string; position: number; amount_cents: number }
  invoices: {
    id: string
    order_id: string
    provider: string
    provider_invoice_id: string
    url: string
    amount_cents: ColumnType<number | null, number, never>
    stage: string | null
    received_cents: number | null
    created_at: Generated<Date>
    expires_at: Date
  }
  provider_payments: {
    provider: string
    provider_payment_id: string
    order_id: string
    coin: string | null
    amount_cents: number
    confirmed: boolean
    transaction_id: string | null
    provider_invoice_id: string | null
    first_seen_at: Generated<Date>
    updated_at: Generated<Date>
    /** How many confirmations the payment has of how many it needs, where the provider tells. */
    confirmations: number | null
    confirmations_needed: number | null
  }
  payment_pages: { order_id: string; token: string }
  coin_payments: {
    invoice_id: string
    coin: string
    provider_payment_id: string | null
    address: string | null
    memo: string | null
    amount: string | null
    wallet_uri: string | null
    asked_cents: number | null
    valid_until: Date | null
    asked_until: Date | null
    chosen_at: Defaulted<Date>
  }
  provider_readings: {
    order_id: string
    provider: string
    /** `Snapshot`s, as the provider's adapter made them. */
    snapshots: Json<object[]>
    read_at: Generated<Date>
  }
  provider_messages: {
    provider: string
    message_key: string
    body: Buffer
    order_id: string | null
    invoice_id: string | null
    payment_id: string | null
    received_at: Generated<Date>
  }
  order_events: {
    id: GeneratedAlways<number>
    order_id: string
    kind: string
    detail: ColumnType<Record<string, unknown>, string | undefined, never>
    created_at: Generated<Date>
  }
  order_mails: {
    id: string
    order_id: string
    kind: OrderMailKind
    address: string
    content: Json<MailContent>
    sent_by: string | null
    created_at: Generated<Date>
    delivered_at: Date | null
  }
  order_notes: { id: string; order_id: string; admin_id: string; text: string; created_at: Generated<Date> }
  payment_cases: {
    id: GeneratedAlways<number>
    order_id: string
    kind: CaseKind
    detail: ColumnType<Record<string, unknown>, string | undefined, string>
    amount_cents: Defaulted<number>
    coin: string | null
    transaction_ids: Defaulted<string[]>
    created_at: Generated<Date>
    asked_at: Date | null
    /** What of its amount was sent back. */
    refunded_cents: Defaulted<number>
    resolved_at: Date | null
    resolved_by: string | null
    note: string | null
  }
  reconciliations: {
    night: string
    differences: Json<object[]>
    created_at: Generated<Date>
  }
  grants: {
    id: string
    account_id: string
    game_id: string
    file_id: string | null
    order_id: string | null
    created_at: Generated<Date>
  }
  /** A view. */
  owned_files: {
    account_id: GeneratedAlways<string>
    game_id: GeneratedAlways<string>
    file_id: GeneratedAlways<string>
    through_base: GeneratedAlways<boolean>
  }
  basket_items: {
    account_id: string
    game_id: string
    file_id: string | null
    price_cents: number
    is_later: Defaulted<boolean>
    added_at: Defaulted<Date>
  }
  wanted_warnings: {
    game_id: string
    theme: number
    level: number
    avoidable: boolean
    spoiler: boolean
    note: string | null
    wanted_at: Generated<Date>
  }
  reviewer_notes: { game_id: string; adults_stated_at: Date | null; strongest_scene: string }
  told_owners: { account_id: string; game_id: string; state: OwnersState; told_at: Generated<Date> }
  hidden_games: { account_id: string; game_id: string; created_at: Generated<Date> }
  download_links: {
    id: string
    account_id: string
    file_id: string
    created_at: Generated<Date>
    revoked_at: Date | null
  }
  /** A view: the builds that accounts have before buyers do. */
  early_builds: {
    account_id: GeneratedAlways<string>
    game_id: GeneratedAlways<string>
    file_id: GeneratedAlways<string>
    build_id: GeneratedAlways<string>
    release_id: GeneratedAlways<string>
  }
  /** A view: files that nobody can buy before an announced release opens to buyers. */
  coming_files: {
    id: GeneratedAlways<string>
    game_id: GeneratedAlways<string>
    device: GeneratedAlways<Device>
    custom_price_cents: GeneratedAlways<number | null>
    position: GeneratedAlways<number>
    name: GeneratedAlways<string>
    size_bytes: GeneratedAlways<number>
    release_id: GeneratedAlways<string>
    opens_at: GeneratedAlways<Date>
  }
  /** A view: the files that accounts own, each with the build that they get. */
  account_files: BuiltFile & {
    release_id: GeneratedAlways<string | null>
    account_id: GeneratedAlways<string>
    through_base: GeneratedAlways<boolean>
    is_early: GeneratedAlways<boolean>
  }
  /** A view. */
  account_updates: {
    account_id: GeneratedAlways<string>
    game_id: GeneratedAlways<string>
    file_id: GeneratedAlways<string>
  }
  ledger_entries: {
    order_id: string
    booking: Defaulted<number>
    line: string
    account: string
    developer_id: string | null
    amount_cents: number
    item_position: number | null
    created_at: Generated<Date>
  }
  downloads: {
    id: string
    account_id: string | null
    game_id: string
    file_id: string
    /** Null for what was counted before releases. */
    build_id: string | null
    created_at: Generated<Date>
  }
  contact_messages: {
    id: string
    email: string
    subject: string
    message: string
    created_at: Generated<Date>
    answered_at: Date | null
    answered_by: string | null
    account_id: string | null
  }
  contact_replies: {
    id: string
    message_id: string
    admin_id: string | null
    text: string
    created_at: Generated<Date>
  }
  report_cases: {
    id: string
    subject_kind: ReportSubject
    subject_id: string
    part: string
    category: ReportCategory
    is_safety: boolean
    content_hash: Buffer
    snapshot: Json<ReportSnapshot>
    opened_at: Generated<Date>
    look_due_at: Date
    due_at: Date
    looked_at: Date | null
    closed_at: Date | null
    closed_by: string | null
    outcome: 'acted' | 'left' | null
    answer: string | null
    note: string | null
    alarmed_at: Date | null
  }
  picture_sources: { picture: Buffer; source_sha256: Buffer }
  sealed_evidence: {
    game_id: string
    authority: string | null
    reference: string | null
    /** A day, `2026-11-25`. */
    reported_on: string | null
    legal_hold: string | null
    proposed_by: string | null
    proposed_at: Date | null
    confirmed_by: string | null
    confirmed_at: Date | null
    single_admin: Defaulted<boolean>
    destroyed_at: Date | null
  }
  /** A view: games that are sealed, not merely on hold. */
  sealed_games: {
    game_id: GeneratedAlways<string>
    title: GeneratedAlways<string>
    developer_id: GeneratedAlways<string>
    sealed_at: GeneratedAlways<Date>
  }
  blocked_hashes: { sha256: Buffer; category: ReportCategory; decision_id: string | null; blocked_at: Date }
  game_holds: {
    id: string
    game_id: string
    case_id: string | null
    notice_id: string | null
    email: string | null
    was_suspended_at: Date | null
    was_suspended_reason: string | null
    was_illegal: boolean
    started_at: Generated<Date>
    reminded_at: Date | null
    ended_at: Date | null
    stops_downloads: Defaulted<boolean>
  }
  game_looks: { game_id: string; content_hash: Buffer; looked_at: Generated<Date> }
  reports: {
    id: string
    number: GeneratedAlways<number>
    case_id: string | null
    subject_kind: ReportSubject
    subject_id: string
    part: string
    category: ReportCategory
    text: string
    reported_for: ReportedFor
    signature: string | null
    snapshot: Json<ReportSnapshot>
    reporter_id: string | null
    email: string | null
    network_hash: Buffer
    browser_hash: Buffer
    confirm_hash: Buffer | null
    created_at: Generated<Date>
    confirmed_at: Date | null
    told_at: Date | null
    unfounded_at: Date | null
    unfounded_by: string | null
    unfounded_reason: string | null
  }
  report_pictures: { id: string; report_id: string; bytes: Buffer }
  reporter_measures: {
    id: string
    email: string
    kind: 'warning' | 'pause'
    report_ids: string[]
    given_at: Generated<Date>
    ends_at: Date | null
  }
  audit_log: {
    id: GeneratedAlways<number>
    actor_id: string | null
    actor: string
    address: string | null
    action: AuditedAction
    subject_kind: AuditSubject
    subject_id: string | null
    subject: string
    reason: string | null
    before: Json<Record<string, unknown>> | null
    after: Json<Record<string, unknown>> | null
    created_at: Generated<Date>
  }
  payout_addresses: {
    id: string
    developer_id: string
    coin: string
    address: string
    created_at: Generated<Date>
    usable_at: Date
    replaced_at: Date | null
    session_id: string | null
  }
  payout_freeze_links: {
    token_hash: Buffer
    developer_id: string
    created_at: Generated<Date>
    expires_at: Date
  }
  payout_freezes: { developer_id: string; frozen_at: Generated<Date> }
  balance_transfers: {
    id: GeneratedAlways<number>
    developer_id: string
    kind: 'sale' | 'hold_over' | 'reserve' | 'reserve_back' | 'payout' | 'returned' | 'paid' | 'given_up'
    source: BalancePart
    target: BalancePart
    amount_cents: number
    order_id: string | null
    booking: number | null
    item_position: number | null
    payout_id: string | null
    created_at: Generated<Date>
  }
  developer_balances: {
    developer_id: string
    pending_cents: Defaulted<number>
    reserve_cents: Defaulted<number>
    available_cents: Defaulted<number>
    in_payout_cents: Defaulted<number>
    paid_cents: Defaulted<number>
    given_up_cents: Defaulted<number>
  }
  held_earnings: {
    order_id: string
    booking: number
    item_position: number | null
    developer_id: string
    amount_cents: number
    sold_at: Date
  }
  held_reserves: { transfer_id: number; developer_id: string; amount_cents: number; held_until: Date }
  payouts: {
    id: string
    number: Generated<string>
    developer_id: string
    state: Defaulted<PayoutState>
    amount_cents: number
    previous_transfer_id: Defaulted<number>
    transfer_id: number | null
    provider: string
    coin: string
    address: string
    address_usable_at: Date
    rate: string | null
    coin_amount: string | null
    network_fee: string | null
    reference: string | null
    provider_status: string | null
    transaction_id: string | null
    attempts: Defaulted<number>
    asked: Defaulted<number>
    was_refused: Defaulted<boolean>
    next_look_at: Generated<Date>
    block_reason: BlockReason | null
    reason: string | null
    first_approved_by: string | null
    approved_by: string | null
    drafted_at: Generated<Date>
    first_approved_at: Date | null
    approved_at: Date | null
    preparing_at: Date | null
    releasing_at: Date | null
    ended_at: Date | null
  }
  payout_events: {
    id: GeneratedAlways<number>
    payout_id: string
    state: PayoutState
    actor_id: string | null
    detail: Json<Record<string, unknown>>
    created_at: Generated<Date>
  }
  payout_evidence: {
    id: GeneratedAlways<number>
    payout_id: string
    admin_id: string
    outcome: PayoutOutcome
    transaction_id: string | null
    note: string
    created_at: Generated<Date>
  }
  backups: { made_at: Date }
  refused_messages: { provider: string; refused_at: Date }
  migration_versions: { migration: string; version: string }
  hash_keys: { id: GeneratedAlways<number>; purpose: string; sealed: string }
  payout_control: {
    only_row: Defaulted<boolean>
    stopped: Defaulted<boolean>
    reason: string | null
    changed_by: string | null
    changed_at: Date | null
    seen_at: Date | null
    last_run_at: Date | null
  }
  payout_quotes: {
    provider: string
    coin: string
    rate: string | null
    available: string | null
    minimum: string
    network_fee: string | null
    decimals: number
    quoted_at: Date
  }
  transparency_periods: { period: string; figures: Json<PeriodFigures>; counted_at: Date }
  page_views: { game_id: string; day: string; views: number }
  page_referrers: { game_id: string; day: string; host: string; views: number }
  view_salts: { day: string; salt: Buffer }
  view_marks: { mark: Buffer; seen_at: Generated<Date> }
  game_days: DaysColumns & { game_id: string }
  store_days: DaysColumns & { part: number }
  file_days: { file_id: string; day: string; downloads: number }
  game_downloaders: { game_id: string; account_id: string }
  game_downloads: { game_id: string; downloads: number; users: number }
  webhook_endpoints: {
    id: string
    account_id: string
    session_id: string | null
    url: string
    name: string
    types: EventType[]
    secret: string
    previous_secret: string | null
    previous_until: Date | null
    sequence: Defaulted<number>
    paused_at: Date | null
    off_at: Date | null
    off_reason: OffReason | null
    failing_since: Date | null
    warned_at: Date | null
    slow_until: Date | null
    last_at: Date | null
    last_status: number | null
    last_failure: DeliveryFailure | null
    created_at: Generated<Date>
    changed_at: Generated<Date>
  }
  webhook_events: {
    id: GeneratedAlways<number>
    account_id: string
    type: EventType
    data: Json<object>
    happened_at: Generated<Date>
  }
  webhook_deliveries: {
    id: string
    endpoint_id: string
    account_id: string
    type: string
    body: string
    happened_at: Date
    state: Defaulted<DeliveryState>
    attempt: Defaulted<number>
    tried_at: Defaulted<Date[]>
    status: number | null
    failure: DeliveryFailure | null
    ms: number | null
    answer: string | null
    next_at: Date | null
    claimed_until: Date | null
    created_at: Generated<Date>
  }
  sandbox_settings: { only_row: Defaulted<boolean>; payout_fate: Defaulted<SandboxOutcome> }
  sandbox_payouts: {
    id: string
    external_id: string
    coin: string
    address: string
    amount: string
    fate: Defaulted<SandboxOutcome>
    status: Defaulted<SandboxPayoutStatus>
    transaction_id: string | null
    created_at: Generated<Date>
    released_at: Date | null
  }
  sandbox_invoices: {
    id: string
    order_id: string
    description: string
    amount_cents: number
    currency: string
    status: Defaulted<'new' | 'waiting' | 'seen' | 'partial' | 'paid' | 'expired' | 'failed' | 'cancelled'>
    coin: 'SOL' | 'USDC' | 'BTC' | 'ETH' | 'LTC' | 'DOGE' | null
    chosen_at: Date | null
    confirmations: Defaulted<number>
    received_cents: Defaulted<number>
    confirmed_cents: Defaulted<number>
    messages: Defaulted<number>
    success_url: string
    cancel_url: string
    created_at: Generated<Date>
    expires_at: Date
  }
}

export type AccountRow = Selectable<Tables['accounts']>
export type GameRow = Selectable<Tables['games']>
export type OrderRow = Selectable<Tables['orders']>
export type PayoutRow = Selectable<Tables['payouts']>
export type SandboxInvoiceRow = Selectable<Tables['sandbox_invoices']>
