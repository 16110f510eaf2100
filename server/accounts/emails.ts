import { CODE_MINUTES, DISOWN_DAYS } from '@nofiller/contract/accounts/account-rules'
import { REMOVAL_DAYS, REMOVAL_LINK_MINUTES } from '@nofiller/contract/accounts/second-factor-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'

/** Names the browser that requested the code, so the reader can tell whether it was theirs. */
type Asking = { username: string; browser: string; at: Date }

/** The code is in the link's fragment, which browsers never send to a server. */
export function codeMail(config: Config, to: string, code: string, { username, browser, at }: Asking): Mail {
  const filled = new URLSearchParams({ email: to, code })
  return composeMail(config.STORE_NAME, to, {
    subject: `${code} is your ${config.STORE_NAME} code`,
    lines: [
      `Enter this code to sign up as ${username}:`,
      { big: code },
      `It works once, for ${CODE_MINUTES} minutes.`,
      { link: `${config.publicUrl}/verify#${filled}`, label: 'Open the page with the code filled in' },
      `Asked for ${browser && `in ${browser} `}on ${showUtcMoment(at)}.`,
      'If this was not you, ignore this email and keep the code to yourself. Nothing happens without it.',
    ],
  })
}

export const alreadyRegisteredMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `You already have a ${config.STORE_NAME} account`,
    lines: [
      'Someone, probably you, tried to sign up with this email address. It already has an account, so nothing was changed.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
      'If you forgot your password, you can set a new one:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })

export const resetMail = (config: Config, to: string, token: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Set a new ${config.STORE_NAME} password`,
    lines: [
      'Use this link to set a new password. It works once, for 60 minutes, and logs you out everywhere.',
      { link: `${config.publicUrl}/reset-password?token=${token}`, label: 'Set a new password' },
      'If you did not ask for this, ignore this email. Your password stays the same.',
    ],
  })

export const newBrowserMail = (
  config: Config,
  to: string,
  { username, browser, country, at, token }: Asking & { country: string | null; token: string },
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `New log-in to your ${config.STORE_NAME} account`,
    lines: [
      `Someone logged in to your account ${username} ${browser && `with ${browser} `}on ${showUtcMoment(at)}, from a browser we haven’t seen before.`,
      ...(country ? [`Approximate location, from the IP address: ${country}.`] : []),
      'If this was you, there is nothing to do.',
      `Wasn’t you? Log out everywhere and choose a new password, within ${DISOWN_DAYS} days:`,
      { link: `${config.publicUrl}/take-back#not-me=${token}`, label: 'This was not me' },
    ],
  })

export const passwordChangedMail = (config: Config, to: string): Mail =>
  securityNotice(config, to, `Your ${config.STORE_NAME} password was changed`, [
    'The password of your account was changed, and every other browser was logged out.',
    'If this was not you, set a new one now:',
  ])

export const passkeyAddedMail = (config: Config, to: string, name: string): Mail =>
  securityNotice(config, to, `A passkey was added to your ${config.STORE_NAME} account`, [
    `The passkey “${name}” can log in to your account from now on.`,
    'If this was not you, set a new password now, then remove the passkey in your settings:',
  ])

export const feedMadeMail = (config: Config, to: string): Mail =>
  securityNotice(config, to, `A private feed was made for your ${config.STORE_NAME} account`, [
    'Who has its address can read what is new of the games you own, follow and want, without logging in.',
    'If this was not you, set a new password now, which ends the feed:',
  ])

export const passkeyRemovedMail = (config: Config, to: string, name: string): Mail =>
  securityNotice(config, to, `A passkey was removed from your ${config.STORE_NAME} account`, [
    `The passkey “${name}” can no longer log in to your account. Every other browser was logged out.`,
  ])

export const copiedPasskeyMail = (config: Config, to: string, name: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: 'We blocked a log-in with one of your passkeys',
    lines: [
      `Someone tried to log in with the passkey “${name}”. It may have been copied, so we did not let them in.`,
      'If this was you, log in with your password, remove this passkey and add it again.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
    ],
  })

export const secondFactorOnMail = (config: Config, to: string): Mail =>
  securityNotice(config, to, `Two-step verification is on for your ${config.STORE_NAME} account`, [
    'From now on, logging in with your password also takes a code from your authenticator app.',
  ])

export const secondFactorOffMail = (config: Config, to: string): Mail =>
  securityNotice(config, to, `Two-step verification was turned off for your ${config.STORE_NAME} account`, [
    'You now log in to your account with just your password. Every other browser was logged out.',
  ])

export const secondFactorResetMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Two-step verification was reset for your ${config.STORE_NAME} account`,
    lines: [
      'The store turned off two-step verification for your account, and every browser was logged out. You now log in with just your password.',
      'Set it up again in your security settings.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
    ],
  })

/** @param left how many recovery codes remain */
export const recoveryCodeUsedMail = (config: Config, to: string, left: number): Mail =>
  securityNotice(config, to, `A recovery code of your ${config.STORE_NAME} account was used`, [
    `Someone used one of your recovery codes. You have ${left} left; you can make new ones in your settings.`,
  ])

export const removalLinkMail = (config: Config, to: string, token: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Turn off two-step verification for your ${config.STORE_NAME} account`,
    lines: [
      `Someone logged in with your password and reported your authenticator app and recovery codes lost. If it was you, open this link within ${REMOVAL_LINK_MINUTES} minutes:`,
      {
        link: `${config.publicUrl}/lost-second-step#begin=${token}`,
        label: 'Turn off two-step verification',
      },
      `We’ll turn it off ${REMOVAL_DAYS} days later, so no one can do this without you noticing.`,
      'If this was not you, someone knows your password. Set a new one now:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })

/** @param token lets the email stop it; null where only a code or a session does */
export const removalAskedMail = (
  config: Config,
  to: string,
  { dueAt, token }: { dueAt: Date; token: string | null },
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Two-step verification will be turned off for your ${config.STORE_NAME} account`,
    lines: [
      `You told us that you lost your authenticator app and your recovery codes. We’ll turn off two-step verification on ${showUtcMoment(dueAt)}; from then on you log in with just your password. We’ll email you every day until then.`,
      ...(token === null
        ? [
            'If this wasn’t you, or you’ve found them, log in with a code, or with a passkey from before, to keep two-step verification on.',
          ]
        : [
            'If this wasn’t you, or you’ve found them, keep two-step verification on:',
            {
              link: `${config.publicUrl}/lost-second-step#stop=${token}`,
              label: 'Keep two-step verification',
            },
          ]),
      'If it was not you, set a new password too.',
    ],
  })

export const removalStoppedMail = (config: Config, to: string): Mail =>
  securityNotice(config, to, `Two-step verification stays on for your ${config.STORE_NAME} account`, [
    'It will not be turned off.',
    'If you didn’t report your app and codes lost, someone knows your password. Set a new one now:',
  ])

export const secondFactorRemovedMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Two-step verification was turned off for your ${config.STORE_NAME} account`,
    lines: [
      'As you asked, you now log in with just your password. Every browser was logged out. Payouts wait for two more weeks.',
      'Set it up again in your security settings.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
    ],
  })

/** What was done to an account, and what helps whoever did not do it. */
const securityNotice = (
  config: Config,
  to: string,
  subject: string,
  [said, notYou = 'If this was not you, set a new password now:']: [said: string, notYou?: string],
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject,
    lines: [said, notYou, { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' }],
  })
