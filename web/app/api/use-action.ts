import { useMutation } from '@tanstack/react-query'
import { toast } from '../ui/feedback/toast.tsx'
import { messageOf } from './api-error.ts'

type ActionOptions<Answer, Input> = {
  onDone?: (answer: Answer, input: Input) => unknown
  /** The message for an error. */
  failureOf?: (error: unknown) => string
}

/** A button's action: the button is busy until it is done, and a toast shows a failure. */
export function useAction<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  { onDone, failureOf = messageOf }: ActionOptions<Answer, Input> = {},
) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => onDone?.(answer, input),
    onError: (error) => toast(failureOf(error), { kind: 'bad' }),
    networkMode: 'always', // without a connection it fails at once, instead of waiting for one
  })
  return { busy: isPending, isDone: isSuccess, press: (input: Input) => mutate(input) }
}
