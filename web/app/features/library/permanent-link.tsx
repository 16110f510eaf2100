import type { GameFile } from '@nofiller/contract/catalog/catalog'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextInput } from '../../ui/form/field.tsx'

type Link = { state: 'none' | 'asking' } | { state: 'there' | 'confirming' | 'renewing'; url: string }

/** The user's permanent link to a file, made when it is first shown. */
export function PermanentLink({ gameId, file: { _id: fileId, name } }: { gameId: string; file: GameFile }) {
  const [link, setLink] = useState<Link>({ state: 'none' })
  const show = async (response: Promise<{ url: string }>, otherwise: Link) => {
    try {
      setLink({ state: 'there', url: (await response).url })
    } catch (error) {
      setLink(otherwise)
      toast(messageOf(error, 'Download not available'), { kind: 'bad' })
    }
  }
  const ask = () => {
    setLink({ state: 'asking' })
    void show(call('POST /api/library/:gameId/link', { params: { gameId }, body: { fileId } }), {
      state: 'none',
    })
  }
  if (!('url' in link))
    return (
      <Button
        kind="quiet"
        size="small"
        className="-ml-3"
        busy={link.state === 'asking'}
        aria-label={`Permanent link to ${name}`}
        onClick={ask}
      >
        Permanent link
      </Button>
    )

  const { url } = link
  const renew = () => {
    setLink({ state: 'renewing', url })
    const response = call('DELETE /api/library/:gameId/link/:fileId', { params: { gameId, fileId } })
    void show(response, { state: 'there', url })
  }
  return (
    <div className="mt-2 grid gap-2 rounded-2 border border-line p-3 text-sm">
      <div className="flex items-center gap-2">
        <TextInput
          size="small"
          readOnly
          aria-label={`Permanent link to ${name}`}
          className="font-mono text-xs"
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={url} name={`permanent link to ${name}`} />
      </div>
      <p className="text-muted">
        It never expires, so you can resume an interrupted download later. Anyone with this link can download;
        make a new one to stop it.
      </p>
      {link.state === 'there' ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => setLink({ state: 'confirming', url })}
        >
          New link
        </Button>
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-2">
          <span className="mr-auto">The old link stops working at once.</span>
          <Button size="small" onClick={() => setLink({ state: 'there', url })}>
            Keep it
          </Button>
          <Button kind="danger" size="small" busy={link.state === 'renewing'} onClick={renew}>
            Make a new link
          </Button>
        </div>
      )}
    </div>
  )
}
