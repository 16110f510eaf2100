import { WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { useEffect, useRef } from 'react'
import { TextLink } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { EndpointName } from './endpoint-name.tsx'

/** A secret that was just made, of a new endpoint or in place of another. */
export type NewSecret = { endpoint: Endpoint; secret: string; isFirst: boolean }

/** The secret of an endpoint, this once. The focus goes to *Copy*. */
export function SecretNote({ made: { endpoint, secret, isFirst } }: { made: NewSecret }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <Note kind="go">
      <div ref={box} className="grid gap-2">
        <p>
          <b className="font-650">
            {isFirst ? 'Endpoint added' : 'New secret made'}: <EndpointName endpoint={endpoint} />.
          </b>{' '}
          {WEBHOOK_TEXT.secretOnce} {!isFirst && `${WEBHOOK_TEXT.bothSecrets} `}
          <TextLink to="/developers#signature">How to check a signature</TextLink>
        </p>
        <CopyField label="Secret" name="Secret" text={secret}>
          <code translate="no" className="mono text-sm break-all">
            {secret}
          </code>
        </CopyField>
      </div>
    </Note>
  )
}
