import { phraseOf } from '@nofiller/contract/admin/todo-rules'
import { ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { useToDoCounts } from './use-todo.ts'

/** The items that wait for the signed-in admin, in one line with a link; nothing when all is done. */
export default function ToDoLine() {
  const { data } = useToDoCounts()
  if (!data || data.total === 0) return null
  return (
    <Note
      kind="plain"
      className="mt-4"
      action={
        <ButtonLink size="small" to="/admin-dashboard">
          Open To do
        </ButtonLink>
      }
    >
      Waiting for you: {phraseOf(data)}.
    </Note>
  )
}
