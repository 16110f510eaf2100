import { randomUUID } from 'node:crypto'
import type { OrderFlag, OrderStatus } from '@nofiller/contract/order-status'
import { v7 as uuid } from 'uuid'
import type { TestGame } from './games.ts'
import type { Person } from './people.ts'
import type { TestStore } from './store.ts'

type NewOrder = {
  title?: string
  status?: OrderStatus
  flags?: OrderFlag[]
  createdAt?: Date
  hasInvoice?: boolean
}

/** An order as it lies in the tables, put in without a checkout. @returns its id */
export async function addOrder(
  { db }: Pick<TestStore, 'db'>,
  buyer: Person,
  game: TestGame,
  {
    title = 'A Game',
    status = 'EXPIRED',
    flags = [],
    createdAt = new Date(),
    hasInvoice = true,
  }: NewOrder = {},
): Promise<string> {
  const id = randomUUID()
  const expires_at = new Date(createdAt.getTime() + 7_200_000)
  await db
    .insertInto('orders')
    .values({
      id,
      account_id: buyer.id,
      email: buyer.email,
      game_id: game.id,
      game_title: title,
      mode: 'base',
      goods_key: id,
      price_cents: 999,
      status,
      flags,
      created_at: createdAt,
      expires_at,
      paid_at: status === 'PAID' ? createdAt : null,
    })
    .execute()
  await db
    .insertInto('order_items')
    .values({ order_id: id, position: 0, kind: 'base', file_id: null, title, price_cents: 999 })
    .execute()
  const invoice = { id: uuid(), order_id: id, provider: 'sandbox', provider_invoice_id: `inv_${id}` }
  if (hasInvoice)
    await db
      .insertInto('invoices')
      .values({ ...invoice, amount_cents: 999, url: `http://pay.example/${id}`, expires_at })
      .execute()
  return id
}
