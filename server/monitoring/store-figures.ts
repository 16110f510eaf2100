import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { backupAge } from '../platform/database/last-backup.ts'
import { failedJobCount, failedJobCountOf } from '../platform/jobs/failed-jobs.ts'
import { MAIL_QUEUE } from '../platform/mail/mail.ts'
import { endpointsFailing, webhooksLateSeconds, webhooksWaiting } from '../webhooks/figures.ts'

/** The database's figures about the store's health, by metric name. Money first. */
export const STORE_FIGURES = {
  store_unsettled_order_seconds:
    'Age of the oldest payment seen for an order that is neither paid nor closed',
  store_read_back_late_seconds: 'How late the most overdue look at an open order is',
  store_ledger_differences: 'Differences between orders, grants and ledger in the last nightly comparison',
  store_reconciled_seconds: 'Time since orders, grants and ledger were last compared',
  store_backup_seconds:
    'Time since the last backup that holds everything, or since the installation before the first one',
  store_payment_cases_open: 'Payments that an admin has to resolve',
  store_payment_case_oldest_seconds: 'Age of the oldest of them',
  store_payouts_unknown: 'Payouts of which nobody knows whether they were sent',
  store_payouts_for_person: 'Payouts that wait for a person',
  store_payouts_open: 'Payouts that have not ended',
  store_payout_process_silent_seconds: 'Time since the process that sends payouts was last at work',
  store_jobs_failed: 'Jobs that were given up or fail again and again',
  store_jobs_late_seconds: 'How long the oldest job that could be done has been waiting',
  store_mails_failed: 'Mails among the failed jobs',
  store_mail_bounces_day: 'Accounts that mail came back from in the last 24 hours',
  store_webhooks_late_seconds:
    'How long the oldest webhook that could be sent has been waiting; 0 while the store asks no other server anything',
  store_webhooks_waiting: 'Webhooks that wait to be sent',
  store_webhook_endpoints_failing: 'Endpoints of developers without one success for a day',
} as const

export type StoreFigures = Record<keyof typeof STORE_FIGURES, number | null>

const COUNTED_MOST = 1_000

/** Reads all of them in one query over indexes that hold open work only; null is what never happened yet. */
export async function readStoreFigures(
  db: Database,
  { OUTSIDE_REQUESTS }: Pick<Config, 'OUTSIDE_REQUESTS'> = { OUTSIDE_REQUESTS: 'on' },
): Promise<StoreFigures> {
  const late = OUTSIDE_REQUESTS === 'off' ? sql`0` : webhooksLateSeconds
  const { rows } = await sql<StoreFigures>`
    with last_night as (
      select differences, created_at from reconciliations order by night desc limit 1
    )
    select
      coalesce((select ${secondsSince(sql`min(payment.first_seen_at)`)}
        from orders join provider_payments as payment on payment.order_id = orders.id
        where orders.status in ('CREATED', 'WAITING', 'PENDING')), 0) as store_unsettled_order_seconds,
      greatest(0, (select ${secondsSince(sql`min(next_check_at)`)}
        from orders where next_check_at is not null)) as store_read_back_late_seconds,
      (select jsonb_array_length(differences) from last_night) as store_ledger_differences,
      (select ${secondsSince(sql`created_at`)} from last_night) as store_reconciled_seconds,
      ${backupAge} as store_backup_seconds,
      (select count(*)::int from payment_cases where resolved_at is null) as store_payment_cases_open,
      coalesce((select ${secondsSince(sql`min(created_at)`)}
        from payment_cases where resolved_at is null), 0) as store_payment_case_oldest_seconds,
      open_payouts.*,
      (select ${secondsSince(sql`seen_at`)} from payout_control) as store_payout_process_silent_seconds,
      ${failedJobCount(COUNTED_MOST)} as store_jobs_failed,
      coalesce((select ${secondsSince(sql`min(start_after)`)}
        from jobs.job where state < 'active' and start_after <= now()), 0) as store_jobs_late_seconds,
      ${failedJobCountOf(MAIL_QUEUE, COUNTED_MOST)} as store_mails_failed,
      (select count(*)::int from mail_bounces where bounced_at > now() - interval '1 day') as store_mail_bounces_day,
      ${late} as store_webhooks_late_seconds,
      ${webhooksWaiting} as store_webhooks_waiting,
      ${endpointsFailing} as store_webhook_endpoints_failing
    from (
      select count(*) filter (where state = 'UNKNOWN')::int as store_payouts_unknown,
        count(*) filter (where state in ('DRAFT', 'BLOCKED', 'UNKNOWN')
          or (state = 'SENDING' and provider = 'manual'))::int as store_payouts_for_person,
        count(*)::int as store_payouts_open
      from payouts where state not in ('PAID', 'FAILED', 'CANCELLED')
    ) as open_payouts`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('the figures of the store are one row')
  return figures
}

const secondsSince = (moment: ReturnType<typeof sql>) => sql`extract(epoch from now() - ${moment})::float`
