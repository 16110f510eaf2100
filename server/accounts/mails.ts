import { CODE_SECONDS } from '@nofiller/contract/account-rules'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/compose-mail.ts'
import type { Mail } from '../platform/mail.ts'

export const codeMail = (config: Config, to: string, code: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `${code} is your ${config.STORE_NAME} code`,
    lines: [
      'Enter this code to confirm your e-mail address:',
      { big: code },
      `It is valid for ${CODE_SECONDS / 60} minutes and works once.`,
      'If you did not sign up, ignore this mail: nothing happens without the code.',
    ],
  })

export const alreadyRegisteredMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `You already have a ${config.STORE_NAME} account`,
    lines: [
      'Someone, probably you, tried to sign up with this e-mail address. It already has an account, so nothing was changed.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
      'If you forgot your password, you can set a new one:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })

export const resetMail = (config: Config, to: string, token: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Set a new ${config.STORE_NAME} password`,
    lines: [
      'Use this link to set a new password. It works once, for 60 minutes, and signs you out everywhere.',
      { link: `${config.publicUrl}/reset-password?token=${token}`, label: 'Set a new password' },
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  })

export const passwordChangedMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} password was changed`,
    lines: [
      'The password of your account was changed, and every other browser was signed out.',
      'If it was not you, set a new one now:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })
