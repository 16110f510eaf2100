import { RETENTION, type Retained } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { checkChain, extendChain } from './admin/audit/audit-chain.ts'
import { readPage } from './content/pages.ts'
import { purgeExpired, startRetention } from './retention.ts'
import { aZip, upload } from './testing/fixtures/game-form.ts'
import { useGame } from './testing/fixtures/games.ts'
import { usePerson } from './testing/fixtures/people.ts'
import { useTestStore } from './testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')
const game = useGame(test, developer)

const write = (...statement: Parameters<typeof sql>) => sql(...statement).execute(test.db)
const isThere = async (table: string, column: string, value: unknown) =>
  (await write`select from ${sql.table(table)} where ${sql.ref(column)} = ${value}`).rows.length === 1

/** Plants a row of that age, and returns a function that checks whether it still exists. */
type Plant = (age: ReturnType<typeof sql>) => Promise<() => Promise<boolean>>

const aCase = async (age: ReturnType<typeof sql>) => {
  const [caseId, reportId] = [uuid(), uuid()]
  await write`insert into report_cases (id, subject_kind, subject_id, part, category, is_safety, content_hash, snapshot,
      look_due_at, due_at, closed_at, closed_by, outcome, answer)
    values (${caseId}, 'game', ${game.id}, 'page', 'spam', false, '', '{}', ${age}, ${age}, ${age}, ${admin.id}, 'left',
      'We looked at it and found nothing that breaks a rule of ours.')`
  await write`insert into reports (id, case_id, subject_kind, subject_id, part, category, text, reported_for, snapshot, email,
      signature, network_hash, browser_hash)
    values (${reportId}, ${caseId}, 'game', ${game.id}, 'page', 'spam', 'It is the same game as another one.', 'me', '{}',
      'ada@example.test', 'Ada', 'network', 'browser')`
  await write`insert into game_holds (id, game_id, case_id, email, was_illegal, ended_at)
    values (${uuid()}, ${game.id}, ${caseId}, 'ada@example.test', false, ${age})`
  return { caseId, reportId }
}

const aMail = async (age: ReturnType<typeof sql>) => {
  const [orderId, mailId] = [uuid(), uuid()]
  await write`insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, expires_at, titles)
    values (${orderId}, ${developer.id}, 'june@example.test', ${game.id}, 'Ferry', 'base', ${orderId}, 999, now(), 'Ferry')`
  await write`insert into order_mails (id, order_id, kind, address, content, created_at)
    values (${mailId}, ${orderId}, 'receipt', 'june@example.test', '{"subject":"Receipt","lines":["Ferry"]}', ${age})`
  return mailId
}

const PLANTS: Record<Retained, Plant> = {
  unverifiedAccounts: async (age) => {
    const id = uuid()
    await write`insert into registrations (id, username, email, password_hash, notify_purchases, notify_updates, created_at)
      values (${id}, ${`new_${id.slice(-8)}`}, ${`${id}@example.test`}, '', false, false, ${age})`
    return () => isThere('registrations', 'id', id)
  },
  links: async (age) => {
    const hash = Buffer.from(uuid())
    await write`insert into password_resets (token_hash, account_id, expires_at) values (${hash}, ${developer.id}, ${age})`
    await write`insert into payout_freeze_links (token_hash, developer_id, expires_at) values (${hash}, ${developer.id}, ${age})`
    await write`insert into email_changes (id, account_id, session_id, old_email, new_email, confirm_hash, undo_hash, confirmed_at, expires_at)
        values (${uuid()}, ${developer.id}, ${uuid()}, 'a@example.test', 'b@example.test', ${hash}, ${hash}, ${age} - interval '30 days', ${age})`
    return async () => {
      const reset = await isThere('password_resets', 'token_hash', hash)
      expect(await isThere('email_changes', 'confirm_hash', hash)).toBe(reset)
      expect(await isThere('payout_freeze_links', 'token_hash', hash)).toBe(reset)
      return reset
    }
  },
  penNames: async (age) => {
    const folded = `retired:${uuid()}`
    await write`insert into names (folded, given_up_at) values (${folded}, ${age})`
    return () => isThere('names', 'folded', folded)
  },
  webhooks: async (age) => {
    const [endpointId, deliveryId] = [uuid(), uuid()]
    await write`insert into webhook_endpoints (id, account_id, url, types, secret)
      values (${endpointId}, ${developer.id}, 'https://a.example/', '{order.paid}', '')`
    await write`insert into webhook_deliveries (id, endpoint_id, account_id, type, body, happened_at, state, created_at)
      values (${deliveryId}, ${endpointId}, ${developer.id}, 'order.paid', '{}', ${age}, 'delivered', ${age})`
    return () => isThere('webhook_deliveries', 'id', deliveryId)
  },
  sessions: async (age) => {
    const id = uuid()
    await write`insert into sessions (id, account_id, user_agent, ends_at) values (${id}, ${developer.id}, 'Firefox', ${age})`
    return () => isThere('sessions', 'id', id)
  },
  rememberedDevices: async (age) => {
    const id = uuid()
    await write`insert into remembered_devices (id, account_id, token_hash, user_agent, created_at, ends_at)
      values (${id}, ${developer.id}, ${Buffer.from(id)}, '', ${age}, ${age} + ${RETENTION.rememberedDevices.after}::interval)`
    return () => isThere('remembered_devices', 'id', id)
  },
  securityEvents: async (age) => {
    const id = uuid()
    await write`insert into security_events (id, account_id, kind, user_agent, happened_at) values (${id}, ${developer.id}, 'logged_in', '', ${age})`
    return () => isThere('security_events', 'id', id)
  },
  visitors: async (age) => {
    const mark = Buffer.from(uuid())
    await write`insert into view_marks (mark, seen_at) values (${mark}, ${age})`
    await write`insert into view_salts (day, salt) values (utc_day(${age}), ${mark}) on conflict do nothing`
    return () => isThere('view_marks', 'mark', mark)
  },
  uploads: async (age) => {
    const tempKey = await upload(developer, aZip())
    await write`update uploads set created_at = ${age} where temp_key = ${tempKey}`
    return () => isThere('uploads', 'temp_key', tempKey)
  },
  exports: async (age) => {
    const id = uuid()
    const key = `exports/${id}.zip`
    await test.store.storage.write(key, Buffer.from('an archive'))
    await write`insert into account_exports (id, account_id, asked_at, storage_key, size_bytes, ready_at, ends_at)
      values (${id}, ${developer.id}, ${age}, ${key}, 10, ${age}, ${age} + interval '7 days')`
    return async () => {
      const row = await isThere('account_exports', 'id', id)
      expect((await test.store.storage.sizeOf(key)) !== null).toBe(row)
      return row
    }
  },
  providerMessages: async (age) => {
    const key = uuid()
    await write`insert into provider_messages (provider, message_key, body, received_at) values ('sandbox', ${key}, '', ${age})`
    return () => isThere('provider_messages', 'message_key', key)
  },
  mailTexts: async (age) => {
    const id = await aMail(age)
    return async () => {
      const mail = await test.row<{ content: { subject: string; lines: unknown[] } }>`
        select content from order_mails where id = ${id}`
      expect(mail.content.subject).toBe('Receipt')
      return mail.content.lines.length > 0
    }
  },
  mailRecords: async (age) => {
    const id = await aMail(age)
    return () => isThere('order_mails', 'id', id)
  },
  notices: async (age) => {
    const id = uuid()
    await write`insert into notices (id, account_id, topic, game_id, thing_id, is_on_site, created_at)
      values (${id}, ${developer.id}, 'owned-release', ${game.id}, ${uuid()}, true, ${age})`
    return () => isThere('notices', 'id', id)
  },
  contactMessages: async (age) => {
    const id = uuid()
    await write`insert into contact_messages (id, email, subject, message, created_at)
      values (${id}, 'ada@example.test', 'Hello', 'Is anybody there?', ${age})`
    await write`insert into contact_replies (id, message_id, text) values (${id}, ${id}, 'Yes.')`
    return async () => {
      const message = await isThere('contact_messages', 'id', id)
      expect(await isThere('contact_replies', 'id', id)).toBe(message)
      return message
    }
  },
  unconfirmedReports: async (age) => {
    const { reportId } = await aCase(sql`now()`)
    await write`update reports set case_id = null, created_at = ${age} where id = ${reportId}`
    return () => isThere('reports', 'id', reportId)
  },
  reporters: async (age) => {
    const { reportId, caseId } = await aCase(age)
    return async () => {
      const { rows } =
        await write`select reports.email, signature, game_holds.email as hold, encode(network_hash, 'escape') as network,
          encode(browser_hash, 'escape') as browser
        from reports join game_holds using (case_id) where reports.id = ${reportId} and case_id = ${caseId}`
      const said = Object.values(rows[0] as object).filter(Boolean)
      expect([0, 5]).toContain(said.length)
      return said.length === 5
    }
  },
  reports: async (age) => {
    const { reportId, caseId } = await aCase(age)
    return async () => {
      const report = await isThere('reports', 'id', reportId)
      expect(await isThere('report_cases', 'id', caseId)).toBe(report)
      return report
    }
  },
  reviews: async (age) => {
    const [id, older] = [uuid(), sql`${age} - interval '1 month'`]
    await write`insert into game_reviews (id, game_id, reason, is_before, state, sent_at, due_at, decided_at)
      values (${id}, ${game.id}, 'new_game', false, 'decided', ${older}, ${older}, ${age})`
    await write`insert into game_revisions (review_id, revision, snapshot, created_at) values (${id}, 1, '{}', ${older})`
    await write`insert into moderation_decisions (id, review_id, game_id, title, developer_id, kind, assets, text, revision,
        statement, decided_by, decided_at)
      values (${id}, ${id}, ${game.id}, 'Ferry', ${developer.id}, 'approve', '{}', '', 1, '', ${admin.id}, ${older})`
    await write`insert into appeals (id, decision_id, first_by, developer_id, text, sent_at, due_at, outcome, answer, decided_by,
        decided_at, single_admin)
      values (${id}, ${id}, ${admin.id}, ${developer.id}, 'I drew this picture myself, I swear.', ${older}, ${older}, 'kept',
        'We looked again, and it stays as it was decided before.', ${admin.id}, ${age}, true)`
    return async () => {
      const review = await isThere('game_reviews', 'id', id)
      for (const table of ['moderation_decisions', 'appeals'])
        expect(await isThere(table, 'id', id)).toBe(review)
      expect(await isThere('game_revisions', 'review_id', id)).toBe(review)
      return review
    }
  },
  auditLog: async (age) => {
    const name = uuid()
    await write`insert into audit_log (actor, action, subject_kind, subject, created_at)
      values ('maya', 'featured_changed', 'store', ${name}, ${age})`
    await extendChain(test.db)
    return () => isThere('audit_log', 'subject', name)
  },
}

const before = (after: string, hours: number) =>
  sql`(now() - ${after}::interval + make_interval(hours => ${hours}))`

it.each(Object.entries(PLANTS))(
  'Y10 %s: deletes what is too old, and keeps the rest',
  async (line, plant) => {
    const { after } = RETENTION[line as Retained] // the keys of PLANTS
    const isOldThere = await plant(before(after, line === 'visitors' ? -24 : -1))
    const isFreshThere = await plant(line === 'visitors' ? sql`now()` : before(after, 1))
    expect([await isOldThere(), await isFreshThere()]).toEqual([true, true])
    await purgeExpired(test.store)
    expect([await isOldThere(), await isFreshThere()]).toEqual([false, true])
  },
)

it('Y10 a decision stays while its appeal is open, and a report while its game is held', async () => {
  const isDecisionThere = await PLANTS.reviews(before(RETENTION.reviews.after, -1))
  await test.sql`update game_reviews set decided_at = now()`
  await test.sql`update appeals set outcome = null, answer = null, decided_by = null, decided_at = null`
  const { caseId } = await aCase(before(RETENTION.reports.after, -1))
  await test.sql`update game_holds set ended_at = null where case_id = ${caseId}`
  await purgeExpired(test.store)
  expect(await isDecisionThere()).toBe(true)
  expect(await isThere('report_cases', 'id', caseId)).toBe(true)
})

it('Y10 log and decisions cannot be deleted early, and the chain verifies without deleted entries', async () => {
  await PLANTS.auditLog(sql`now()`)
  await expect(write`delete from audit_log`).rejects.toThrow(/append-only/)
  await PLANTS.reviews(sql`now()`)
  await expect(write`delete from moderation_decisions where kind = 'approve'`).rejects.toThrow(/append-only/)
  await PLANTS.auditLog(before(RETENTION.auditLog.after, -1))
  await PLANTS.auditLog(sql`now()`)
  await purgeExpired(test.store)
  await checkChain(test.db)
})

it('Y10 a line that fails does not stop the others, and is reported', async () => {
  const after = RETENTION.contactMessages.after
  const isMessageThere = await PLANTS.contactMessages(before(after, -1))
  await PLANTS.unverifiedAccounts(before(RETENTION.unverifiedAccounts.after, -1))
  await test.sql`create trigger refuse before delete on registrations for each row execute function is_append_only()`
  await expect(purgeExpired(test.store)).rejects.toThrow('not all that is old could be removed')
  expect(await isMessageThere()).toBe(false)
  await test.sql`drop trigger refuse on registrations`
  await purgeExpired(test.store)
})

it('Y10 an email whose text was deleted is not sent again', async () => {
  const id = await aMail(before(RETENTION.mailTexts.after, -1))
  await purgeExpired(test.store)
  const { order_id } = await test.row<{ order_id: string }>`select order_id from order_mails where id = ${id}`
  const answer = await admin.post(`/api/admin/orders/${order_id}/emails/${id}/send-again`)
  expect(answer.body.code, answer.text).toBe('mail_deleted')
})

it('Y10 one job deletes old data, and an upgraded store has it instead of the earlier jobs', async () => {
  const scheduled = async () =>
    (await test.sql<{ name: string }>`select name from jobs.schedule`).map(({ name }) => name)
  await test.store.jobs.schedule('drop-old-contacts', '57 * * * *', async () => undefined)
  expect(await scheduled()).toContain('drop-old-contacts')
  await startRetention(test.store)
  expect(await scheduled()).toContain('retention')
  expect(await scheduled()).not.toContain('drop-old-contacts')
})

it('Y10 the privacy page shows the same table', async () => {
  const { sections } = await readPage(test.store.config, 'privacy')
  const { html = '' } = sections.find(({ number }) => number === 9) ?? {}
  for (const { what, period } of Object.values(RETENTION))
    expect(html).toContain(`<tr>\n<td>${what}</td>\n<td>${period}</td>\n</tr>`)
})
