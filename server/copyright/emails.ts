import {
  CONSENT,
  COUNTER_HOURS,
  type CounterFields,
  MISTAKE,
  NOTICE_HOURS,
  noticeNumber,
} from '@nofiller/contract/copyright/copyright-rules'
import { showUtcDay } from '@nofiller/contract/text/time'
import type { Config } from '../config.ts'
import { NO_SECOND_PERSON } from '../platform/database/own-case.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Notice } from './lock-notice.ts'
import { withdrawLink } from './withdraw-link.ts'

const namesOf = ({ assets }: Pick<Notice, 'assets'>): string => assets.map(({ name }) => name).join(', ')

const pageOf = (config: Config, { number }: Pick<Notice, 'number'>) => ({
  link: `${config.publicUrl}/decision/${noticeNumber(number)}`,
  label: 'See the notice',
})

const withdraw = (config: Config, { number }: Pick<Notice, 'number'>) => ({
  link: withdrawLink(config, number),
  label: 'Withdraw the notice',
})

/** To the claimant. */
export const receivedMail = (config: Config, to: string, notice: Pick<Notice, 'number' | 'title'>): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `We received your copyright notice ${noticeNumber(notice.number)}`,
    lines: [
      `It is about ${notice.title}. We’ll review it within ${NOTICE_HOURS} hours and email you.`,
      'If it was a mistake, you can withdraw it at any time.',
      withdraw(config, notice),
    ],
  })

/** To the claimant: what the notice lacks. Nothing was switched off. */
export const returnedMail = (config: Config, notice: Notice, text: string, isOwn: boolean): Mail =>
  composeMail(config.STORE_NAME, notice.fields.email, {
    subject: `Your copyright notice ${noticeNumber(notice.number)} is not complete`,
    lines: [
      text,
      'We have not switched anything off. Please send a complete notice.',
      ...aloneLine(isOwn),
      { link: `${config.publicUrl}/copyright`, label: 'Send a notice' },
    ],
  })

/** To the claimant. */
export const acceptedMail = (config: Config, notice: Notice, isOwn: boolean): Mail =>
  composeMail(config.STORE_NAME, notice.fields.email, {
    subject: `We acted on your copyright notice ${noticeNumber(notice.number)}`,
    lines: [
      `This is off for everybody: ${namesOf(notice)} (${notice.title}).`,
      'The developer was told, with your name and without your address. They can send a counter-notice. Once we have reviewed it, you get a copy, and everything is restored after 10 business days unless you tell us you have gone to court.',
      ...aloneLine(isOwn),
      withdraw(config, notice),
    ],
  })

/** To the developer, in the same transaction as the effect. */
export const disabledMail = (
  config: Config,
  to: string,
  notice: Pick<Notice, 'number' | 'title'> & { statement: string },
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `A copyright notice about ${notice.title}`,
    lines: [
      ...notice.statement.split('\n\n'),
      { ...pageOf(config, notice), label: 'See the notice or send a counter-notice' },
    ],
  })

/** To the claimant: the counter-notice, with everything that the law requires from the developer. */
export const copyMail = (
  config: Config,
  notice: Notice,
  { counter, restored, isOwn }: { counter: CounterFields; restored: Date; isOwn: boolean },
): Mail =>
  composeMail(config.STORE_NAME, notice.fields.email, {
    subject: `A counter-notice to your copyright notice ${noticeNumber(notice.number)}`,
    lines: [
      `The developer of ${notice.title} answered your notice. On ${showUtcDay(restored)} we bring back what was switched off, unless you tell us before that you have filed an action in court to restrain them. Reply with a copy of it.`,
      `What was switched off, and where it was: ${counter.material}`,
      MISTAKE,
      CONSENT,
      `Name: ${counter.name}\nAddress: ${counter.address}\nPhone: ${counter.phone}\nSigned: ${counter.signature}`,
      ...aloneLine(isOwn),
      { link: `${config.publicUrl}/contact`, label: 'Write to us' },
      withdraw(config, notice),
    ],
  })

/** To the developer. */
export const answeredMail = (config: Config, to: string, notice: Notice): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `We received your counter-notice to ${noticeNumber(notice.number)}`,
    lines: [
      `We’ll review it within ${COUNTER_HOURS} hours. Only then does ${notice.fields.signature} get a copy, with your name, address and phone number.`,
      pageOf(config, notice),
    ],
  })

/** To the developer: what their counter-notice lacks. Nobody else has read it. */
export const counterReturnedMail = (config: Config, to: string, notice: Notice, text: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your counter-notice to ${noticeNumber(notice.number)} was not forwarded`,
    lines: [text, 'The claimant has not seen it. You can send another one.', pageOf(config, notice)],
  })

/** To the developer. */
export const counteredMail = (config: Config, to: string, notice: Notice, restored: Date): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `We forwarded your counter-notice to ${noticeNumber(notice.number)}`,
    lines: [
      `The claimant has a copy. On ${showUtcDay(restored)} everything is back, unless they go to court before.`,
      pageOf(config, notice),
    ],
  })

/** To the developer. */
export const courtMail = (config: Config, to: string, notice: Notice, reference: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `${noticeNumber(notice.number)}: the claimant went to court`,
    lines: [
      `We were told of a court action about ${notice.title}: ${reference}`,
      'What was switched off stays off until the court decides. Let us know when it does.',
      pageOf(config, notice),
    ],
  })

/** To the developer. */
export const restoredMail = (
  config: Config,
  to: string,
  notice: Notice,
  end: 'restored' | 'withdrawn',
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `${notice.title}: what was switched off is back`,
    lines: [
      end === 'restored'
        ? `Your counter-notice to ${noticeNumber(notice.number)} has passed its waiting period.`
        : `The notice ${noticeNumber(notice.number)} no longer stands.`,
      `This is back: ${namesOf(notice)}. The notice no longer counts against you.`,
      pageOf(config, notice),
    ],
  })

/** To the claimant. */
export const endedMail = (
  config: Config,
  notice: Notice,
  { end, isOwn }: { end: 'restored' | 'withdrawn'; isOwn: boolean },
): Mail =>
  composeMail(config.STORE_NAME, notice.fields.email, {
    subject: `Your copyright notice ${noticeNumber(notice.number)} has ended`,
    lines: [
      end === 'restored'
        ? 'The time after the counter-notice is over, and we heard of no court action.'
        : 'It was withdrawn or no longer stands.',
      notice.accepted_at ? 'What it switched off is back.' : 'Nothing was switched off.',
      ...aloneLine(isOwn),
      { link: `${config.publicUrl}/contact`, label: 'Write to us' },
    ],
  })

const aloneLine = (isOwn: boolean): string[] => (isOwn ? [NO_SECOND_PERSON] : [])
