import { useMutation } from '@tanstack/react-query'
import { toast } from '../ui/feedback/toast.tsx'
import { messageOf } from './api-error.ts'

type ActionOptions<Answer, Input> = {
  onDone?: (answer: Answer, input: Input) => unknown
  /** What to say of an error. */
  failureOf?: (error: unknown) => string
}

/** What a button does at a press: it is busy until that is done, and a toast says when it failed. */
export function useAction<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  { onDone, failureOf = messageOf }: ActionOptions<Answer, Input> = {},
) {
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => onDone?.(answer, input),
    onError: (error) => toast(failureOf(error), { kind: 'bad' }),
    networkMode: 'always', // without a connection it fails at once, instead of waiting for one
  })
  return { busy: isPending, press: (input: Input) => mutate(input) }
}
