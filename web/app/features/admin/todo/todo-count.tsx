import { Count } from '../../../ui/list/count.tsx'
import { useToDoCounts } from './use-todo.ts'

/** How much waits for the signed-in admin; nothing while that is not known. */
export default function ToDoCount({ loud }: { loud?: boolean }) {
  const { data } = useToDoCounts()
  return <Count of={data?.total ?? 0} what="to do" loud={loud} />
}
