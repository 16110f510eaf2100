import type { ReactNode } from 'react'

/** A form's values, by the name of the field. */
export type FormValues = Record<string, string | boolean>

/** A sentence for each wrong field; `form` is for problems of no single field. */
export type Problems<Values> = { [Name in keyof Values | 'form']?: string | null }

/** The history of a form since it opened. */
export type FormState<Values> = {
  changes: Partial<Values>
  /** Fields that show their problems; the others are still being filled in. */
  checked: ReadonlySet<string>
  /** The server's problems of fields that have not changed since. */
  refused: Partial<Record<string, string>>
  /** The problem of the form as a whole. */
  failure: ReactNode
  /** Why the server refused it, null when it was not sent. */
  error: unknown
  /** Counts refused submissions: after each the focus moves. */
  refusals: number
}

export const newForm = <Values>(): FormState<Values> => ({
  changes: {},
  checked: new Set(),
  refused: {},
  failure: null,
  error: null,
  refusals: 0,
})

/** A field hides its problem while it is being changed. */
export function change<Values>(state: FormState<Values>, changes: Partial<Values>): FormState<Values> {
  const isUnchanged = (name: string) => !Object.hasOwn(changes, name)
  return {
    ...state,
    changes: { ...state.changes, ...changes },
    checked: new Set([...state.checked].filter(isUnchanged)),
    refused: Object.fromEntries(Object.entries(state.refused).filter(([name]) => isUnchanged(name))),
  }
}

/** From now on these fields show their problems, until they are changed. */
export const showProblems = <Values>(
  state: FormState<Values>,
  names: readonly string[],
): FormState<Values> => ({ ...state, checked: new Set([...state.checked, ...names]) })

/** Messages about an earlier submission are cleared when another is sent. */
export const clearRefusal = <Values>(state: FormState<Values>): FormState<Values> => ({
  ...state,
  refused: {},
  failure: null,
  error: null,
})

export const isWrong = (problems: object): boolean => Object.values(problems).some(Boolean)

/** The rules refuse a submission: every wrong field shows its problem. */
export function refuse<Values>(state: FormState<Values>, problems: Problems<Values>): FormState<Values> {
  const { form = null, ...fields } = problems
  const wrong = Object.keys(fields).filter((name) => Reflect.get(fields, name))
  return {
    ...showProblems(clearRefusal(state), wrong),
    failure: form,
    refusals: state.refusals + 1,
  }
}

type Refusal = { error: unknown; fields: Record<string, string>; failure: ReactNode }

/** The server refuses a submission, or is unreachable. `failure` counts when it concerns none of the form's `fields`. */
export const refuseByServer = <Values>(
  state: FormState<Values>,
  { error, fields, failure }: Refusal,
): FormState<Values> => ({
  ...clearRefusal(state),
  refused: fields,
  failure: isWrong(fields) ? null : failure,
  error,
  refusals: state.refusals + 1,
})

/** The sentence that a field shows. `problems` are those of the current values by the rules. */
export const problemOf = <Values>(
  { refused, checked }: FormState<Values>,
  problems: Problems<Values>,
  name: keyof Values & string,
): string | null => refused[name] ?? (checked.has(name) ? problems[name] : null) ?? null
