import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { codeProblem } from '@nofiller/contract/accounts/second-factor-rules'
import type { ComponentProps } from 'react'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { PasswordInput } from '../../../ui/form/password-input.tsx'

/** The fields that every change of the second factor requires. */
export type Keys = { password: string; code: string }

export const NO_KEYS: Keys = { password: '', code: '' }

export const keyProblems = ({ password, code }: Keys) => ({
  password: password === '' ? TEXT.passwordCurrent : null,
  code: codeProblem(code),
})

type Bound = Omit<ComponentProps<typeof Field>, 'label' | 'children'>

export const PasswordField = (field: Bound) => (
  <Field label="Current password" {...field}>
    <PasswordInput autoComplete="current-password" />
  </Field>
)

export const CodeField = (field: Bound) => (
  <Field label="Code" hint="From your authenticator app, or a recovery code." {...field}>
    <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
  </Field>
)
