import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'

export type Failure = { name: string; why: string }

type FailuresProps = { title: string; failures: readonly Failure[]; onDismiss?: () => void }

/** The failed items of a bulk action, each by name with the reason. */
export const Failures = ({ title, failures, onDismiss }: FailuresProps) =>
  failures.length > 0 && (
    <Note
      kind="bad"
      action={
        onDismiss && (
          <Button size="small" kind="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        )
      }
    >
      <p>{title}</p>
      <ul className="list-disc pl-5">
        {failures.map(({ name, why }) => (
          <li key={name}>
            <b className="font-650">{name}</b>: {why}
          </li>
        ))}
      </ul>
    </Note>
  )
