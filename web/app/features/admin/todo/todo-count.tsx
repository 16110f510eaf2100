import { Count } from '../../../ui/list/count.tsx'
import { useToDoCounts } from './use-todo.ts'

/** The number of items that wait for the signed-in admin; nothing while unknown. */
export default function ToDoCount({ loud }: { loud?: boolean }) {
  const { data } = useToDoCounts()
  return <Count count={data?.total ?? 0} what="to do" loud={loud} />
}
