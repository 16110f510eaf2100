import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

type SentPicturesProps = { caseId: string; number: string; pictures: readonly string[] }

/** The pictures attached to a report, each covered until the admin opens it. */
export function SentPictures({ caseId, number, pictures }: SentPicturesProps) {
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map((id, index) => (
        <li key={id}>
          <SentPicture caseId={caseId} id={id} at={index + 1} number={number} />
        </li>
      ))}
    </ul>
  )
}

type SentPictureProps = { caseId: string; id: string; at: number; number: string }

function SentPicture({ caseId, id, at, number }: SentPictureProps) {
  const name = `picture ${at} of ${number}`
  const changed = useAdminChanged()
  const open = useMutation({
    mutationFn: () =>
      call('POST /api/admin/reports/:id/pictures/:pictureId', { params: { id: caseId, pictureId: id } }),
    onSuccess: () => changed(),
    networkMode: 'always',
    gcTime: 0,
  })
  if (open.data)
    return <img src={open.data.picture} alt={`Sent as ${name}`} className="max-w-full rounded-1" />
  return (
    <>
      {open.isError && (
        <Note kind="bad">{messageOf(open.error, 'We couldn’t open it. Please try again.')}</Note>
      )}
      <Button size="small" aria-label={`Show ${name}`} busy={open.isPending} onClick={() => open.mutate()}>
        Show picture {at}
      </Button>
    </>
  )
}
