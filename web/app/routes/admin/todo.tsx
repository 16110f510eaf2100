import { messageOf } from '../../api/api-error.ts'
import { HealthChecks } from '../../features/admin/todo/health-checks.tsx'
import { ToDoSections } from '../../features/admin/todo/todo-sections.tsx'
import { useToDo, useToDoActions } from '../../features/admin/todo/use-todo.ts'
import { titled } from '../../shell/store-info.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/form/field.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('To do')

/** What waits for an admin, and the store's health. */
export default function AdminToDo() {
  const toDo = useToDo()
  return (
    <div className="grid grid-cols-1 gap-8">
      <h2 className="sr-only">To do</h2>
      <HealthChecks />
      <QueryView query={toDo} error="Failed to load what is waiting" skeleton={<Skeleton className="h-96" />}>
        {(shown) => (
          <>
            <ToDoSections toDo={shown} />
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
              <p className="text-sm text-faint">The oldest first. Version {shown.version}.</p>
              <Notice isOn={shown.notifyToDo} />
            </div>
          </>
        )}
      </QueryView>
    </div>
  )
}

function Notice({ isOn }: { isOn: boolean }) {
  const { setNotice } = useToDoActions()
  const change = async (notifyToDo: boolean) => {
    try {
      await setNotice(notifyToDo)
      toast(notifyToDo ? 'You get an email every morning.' : 'No more daily emails.')
    } catch (error) {
      toast(messageOf(error, 'Failed to save settings.'), { kind: 'bad' })
    }
  }
  return (
    <Checkbox checked={isOn} onChange={(event) => void change(event.target.checked)}>
      Email me every morning what is waiting
    </Checkbox>
  )
}
