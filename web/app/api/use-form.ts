import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  change,
  clearRefusal,
  type FormValues,
  isWrong,
  newForm,
  type Problems,
  problemOf,
  refuse,
  refuseByServer,
  showProblems,
} from '../ui/form/form-state.ts'
import { ApiError, messageOf } from './api-error.ts'

type FormOptions<Values extends FormValues, Answer> = {
  /** The values of unchanged fields; they may come later, like the user's own address. */
  initial: Values
  /** The problems found by the store's rules. */
  check?: (values: Values) => Problems<Values>
  send: (values: Values) => Promise<Answer>
  onSent?: (answer: Answer, values: Values) => void
  /** The message for an error that concerns no field of the form. */
  failureOf?: (error: unknown) => ReactNode
}

type NamesOf<Values, Type> = {
  [Name in keyof Values & string]: Values[Name] extends Type ? Name : never
}[keyof Values & string]

/**
 * A form: its values, its problems by the rules and by the server, and its submission. A wrong field shows its problem after
 * a submission, until it is changed. A refused submission moves the focus to the first wrong field, else to the one marked `data-retry`.
 */
export function useForm<Values extends FormValues, Answer = unknown>({
  initial,
  check = () => ({}),
  send,
  onSent,
  failureOf = messageOf,
}: FormOptions<Values, Answer>) {
  const [state, setState] = useState(newForm<Values>)
  const values: Values = { ...initial, ...state.changes }
  const problems = check(values)
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => onSent?.(answer, sent),
    onError: (error) =>
      setState((before) =>
        refuseByServer(before, { error, fields: fieldsOf(error, values), failure: failureOf(error) }),
      ),
    networkMode: 'always', // without a connection it fails at once, instead of waiting for one
    gcTime: 0, // no cache stores passwords
  })
  const element = useFocusOnRefusal(state.refusals)

  const set = (changes: Partial<Values>) => setState((before) => change(before, changes))
  const submit = (submitted: Values = values) => {
    if (mutation.isPending) return
    const wrong = check(submitted)
    if (isWrong(wrong)) mutation.reset()
    else mutation.mutate(submitted)
    setState((before) => (isWrong(wrong) ? refuse(before, wrong) : clearRefusal(before)))
  }

  const clear = () => {
    if (!mutation.isPending) mutation.reset()
    setState(clearRefusal)
  }

  return {
    id: useId(),
    element,
    values,
    /** The problems by the rules, shown or not. */
    problems,
    problem: (name: keyof Values & string) => problemOf(state, problems, name),
    failure: state.failure,
    error: state.error,
    isSending: mutation.isPending,
    isSent: mutation.isSuccess,
    answer: mutation.data,
    set,
    submit,
    /** Shows the problems of these fields before submission. */
    show: (...names: (keyof Values & string)[]) => setState((before) => showProblems(before, names)),
    /** Resets to the initial values; the result of a running submission is still shown. */
    reset: () => {
      clear()
      setState(({ refusals }) => ({ ...newForm<Values>(), refusals }))
    },
    /** Clears the messages about the last submission. */
    clear,
    /** For a `Field` with a text. */
    field: (name: NamesOf<Values, string>) => ({
      error: problemOf(state, problems, name),
      value: String(values[name]),
      onChange: (event: { target: { value: string } }) => set(entry(name, event.target.value)),
    }),
    /** For a `Checkbox`. */
    tick: (name: NamesOf<Values, boolean>) => ({
      checked: values[name] === true,
      onChange: (event: { target: { checked: boolean } }) => set(entry(name, event.target.checked)),
    }),
  }

  /** TypeScript widens a computed name to any string. */
  function entry(name: keyof Values, value: string | boolean) {
    return { [name]: value } as Partial<Values>
  }
}

/** What the server said of the form's own fields. */
const fieldsOf = (error: unknown, values: FormValues) =>
  Object.fromEntries(
    Object.entries(error instanceof ApiError ? error.fields : {}).filter(([name]) => name in values),
  )

function useFocusOnRefusal(refusals: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const field = find('[aria-invalid="true"]') ?? find('[data-retry]')
    field?.focus()
  }, [refusals])
  return form
}
