import type { ReactNode } from 'react'

/** What a form holds, by the name of the field. */
export type FormValues = Record<string, string | boolean>

/** A sentence for each wrong field; `form` is for what no single field is to blame for. */
export type Problems<Values> = { [Name in keyof Values | 'form']?: string | null }

/** What happened to a form since it opened. */
export type FormState<Values> = {
  changes: Partial<Values>
  /** Fields that show what is wrong with them; the others are still being filled in. */
  checked: ReadonlySet<string>
  /** What the server said of fields that have not changed since. */
  refused: Partial<Record<string, string>>
  /** What is wrong with the form as a whole. */
  failure: ReactNode
  /** Why the server did not take it, null when it was not asked. */
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

/** A field that is being changed says nothing about itself. */
export function change<Values>(state: FormState<Values>, changes: Partial<Values>): FormState<Values> {
  const isUnchanged = (name: string) => !Object.hasOwn(changes, name)
  return {
    ...state,
    changes: { ...state.changes, ...changes },
    checked: new Set([...state.checked].filter(isUnchanged)),
    refused: Object.fromEntries(Object.entries(state.refused).filter(([name]) => isUnchanged(name))),
  }
}

/** From here on these fields show what is wrong with them, until they are changed. */
export const showProblems = <Values>(
  state: FormState<Values>,
  names: readonly string[],
): FormState<Values> => ({ ...state, checked: new Set([...state.checked, ...names]) })

/** What was said of an earlier submission goes when another is sent. */
export const clearRefusal = <Values>(state: FormState<Values>): FormState<Values> => ({
  ...state,
  refused: {},
  failure: null,
  error: null,
})

export const isWrong = (problems: object): boolean => Object.values(problems).some(Boolean)

/** Our own rules refuse a submission: every wrong field says so. */
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

/** The server refuses a submission, or could not be reached. `failure` counts when none of the form's `fields` is to blame. */
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

/** The sentence that a field shows. `problems` are what our rules say of the values as they are. */
export const problemOf = <Values>(
  { refused, checked }: FormState<Values>,
  problems: Problems<Values>,
  name: keyof Values & string,
): string | null => refused[name] ?? (checked.has(name) ? problems[name] : null) ?? null
