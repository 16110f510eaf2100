import { type ComponentType, lazy, Suspense } from 'react'
import { useUser } from '../../session/session.ts'

/** Shown only to admins, so only they load its script; if that fails, nothing is shown. */
function forAdmins<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazy(() => load().catch(() => ({ default: () => null })))
  return function ForAdmins(props: Props) {
    const user = useUser()
    if (user?.role !== 'admin') return null
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const ToDoCount = forAdmins(() => import('../../features/admin/todo/todo-count.tsx'))
export const ToDoLine = forAdmins(() => import('../../features/admin/todo/todo-line.tsx'))
