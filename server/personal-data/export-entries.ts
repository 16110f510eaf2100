import { sql } from 'kysely'
import { NIL } from 'uuid'
import { receiptContent } from '../orders/emails.ts'
import { BYTE_ORDER_MARK, csvLine } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import { composeMail, escapeHtml } from '../platform/mail/compose-mail.ts'
import type { Store } from '../store.ts'
import { BUYER_SOURCES } from './buyer-sources.ts'
import { DEVELOPER_SOURCES } from './developer-sources.ts'
import type { ExportSource } from './export-source.ts'
import type { ArchiveEntry } from './write-archive.ts'

export const EXPORT_SOURCES: readonly ExportSource[] = [...BUYER_SOURCES, ...DEVELOPER_SOURCES]

/** Each file of an export, its rows read in pages as they are written. */
export async function* exportEntries(store: Store, accountId: string): AsyncGenerator<ArchiveEntry> {
  yield { path: 'README.html', text: inOnePiece(readme(store)) }
  for (const source of EXPORT_SOURCES) {
    const rows = rowsOf(store.db, source, accountId)
    const text = source.file.endsWith('.csv') ? asCsv(source, rows) : asJson(source, rows)
    yield { path: source.file, text }
  }
  yield* receipts(store, accountId)
  yield* reportPictures(store.db, accountId)
}

/** A text or buffer as a stream of one chunk. */
export const inOnePiece = <Piece extends string | Buffer>(text: Piece): AsyncIterable<Piece> =>
  (async function* () {
    yield text
  })()

const PAGE = 500

type Row = { key: string; json: string }

/** Pages of rows as JSON, by a key that no two have. */
async function* rowsOf(db: Database, source: ExportSource, accountId: string): AsyncGenerator<Row[]> {
  const whose = sql.join(
    source.whose.split('$account').map((part) => sql.raw(part)),
    sql`${accountId}::uuid`,
  )
  const columns = sql.join(source.columns.split(' ').flatMap((column) => [sql.lit(column), sql.ref(column)]))
  const key = sql`(${sql.raw(source.key)}) collate "C"`
  for (let after = ''; ; ) {
    const { rows } = await sql<Row>`select ${key} as key, json_build_object(${columns})::text as json
      from ${sql.table(source.table)} where ${whose} and ${key} > ${after} order by 1 limit ${PAGE}`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    const last = rows.at(PAGE - 1)
    if (!last) return
    after = last.key
  }
}

async function* asJson({ words }: ExportSource, pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const rows of pages) {
    yield separator + rows.map(({ json }) => (words ? inWords(json, words) : json)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

function inWords(json: string, words: NonNullable<ExportSource['words']>): string {
  const row = JSON.parse(json) as Record<string, unknown> // by `json_build_object`
  const said = Object.entries(words).map(([column, say]) => [column, say(row[column])])
  return JSON.stringify({ ...row, ...Object.fromEntries(said) })
}

async function* asCsv({ columns }: ExportSource, pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const names = columns.split(' ')
  yield BYTE_ORDER_MARK + csvLine(names)
  for await (const rows of pages)
    yield rows
      .map(({ json }) => JSON.parse(json) as Record<string, string | number | null>) // the CSV sources hold nothing deeper
      .map((row) => csvLine(names.map((name) => row[name] ?? null)))
      .join('')
}

/** The receipt of each paid order, as it was emailed. */
async function* receipts(store: Store, accountId: string): AsyncGenerator<ArchiveEntry> {
  for (let after = ''; ; ) {
    const orders = await store.db
      .selectFrom('orders')
      .selectAll()
      .select(
        sql<number>`(select count(distinct game_id) - 1 from order_items where order_id = orders.id)::integer`.as(
          'other_games',
        ),
      )
      .where('account_id', '=', accountId)
      .where('status', '=', 'PAID')
      .where(sql<boolean>`id::text collate "C" > ${after}`)
      .orderBy(sql`id::text collate "C"`)
      .limit(PAGE)
      .execute()
    const items =
      orders.length === 0
        ? []
        : await itemsOf(
            store.db,
            orders.map(({ id }) => id),
          )
    const itemsByOrder = Map.groupBy(items, ({ order_id }) => order_id)
    for (const order of orders) {
      const content = receiptContent(store, order, itemsByOrder.get(order.id) ?? [])
      const { html } = composeMail(store.config.STORE_NAME, order.email, content)
      yield { path: `receipts/${order.number}.html`, text: inOnePiece(html) }
    }
    const last = orders.at(PAGE - 1)
    if (!last) return
    after = last.id
  }
}

/** The pictures that came with reports, as they are stored. */
async function* reportPictures(db: Database, accountId: string): AsyncGenerator<ArchiveEntry> {
  for (let after: string = NIL; ; ) {
    const picture = await db
      .selectFrom('report_pictures')
      .innerJoin('reports', 'reports.id', 'report_pictures.report_id')
      .select(['report_pictures.id', 'report_pictures.bytes'])
      .where('reports.reporter_id', '=', accountId)
      .where('report_pictures.id', '>', after)
      .orderBy('report_pictures.id')
      .limit(1)
      .executeTakeFirst()
    if (!picture) return
    yield { path: `reports/pictures/${picture.id}.webp`, text: inOnePiece(picture.bytes) }
    after = picture.id
  }
}

const itemsOf = (db: Database, orderIds: string[]) =>
  db
    .selectFrom('order_items')
    .select(['order_id', 'title', 'price_cents'])
    .where('order_id', 'in', orderIds)
    .orderBy('position')
    .execute()

/** A description of each file, and of what the archive leaves out. */
function readme({ config }: Store): string {
  const files = EXPORT_SOURCES.map(
    ({ file, about }) => `<tr><td><a href="${file}">${file}</a></td><td>${escapeHtml(about)}</td></tr>`,
  )
  const name = escapeHtml(config.STORE_NAME)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your data at ${name}</title></head>
<body style="font:16px/24px system-ui,sans-serif;max-width:760px;margin:24px auto;padding:0 16px">
<h1>Your data at ${name}</h1>
<p>Everything that we know of your account. Files that end in .json are lists of records; .csv opens in a spreadsheet. Amounts ending in _cents are US cents, times are UTC.</p>
<table cellpadding="6">${files.join('\n')}
<tr><td>receipts/</td><td>A receipt for each order you paid.</td></tr>
<tr><td>reports/pictures/</td><td>The pictures that you sent with reports.</td></tr>
<tr><td>manifest.json</td><td>The SHA-256 of each file.</td></tr></table>
<p>Not in it: passwords and other secrets, of which we hold only hashes; our own notes; what belongs to other people; and the games themselves, which you download from your library.</p>
</body></html>
`
}
