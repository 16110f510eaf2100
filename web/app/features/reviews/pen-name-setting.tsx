import { useState } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { ChangePenName } from './change-pen-name.tsx'
import { ChangeableFrom, PenNameTakenAway } from './pen-name-notes.tsx'
import { usePenName } from './use-pen-name.ts'

/** The account's pen name, with the dialog that changes it. */
export function PenNameSetting() {
  const [isChanging, setChanging] = useState(false)
  const { data } = usePenName()
  if (!data) return null
  const { name, changeFrom } = data
  return (
    <div className="grid min-w-0 gap-1">
      <dl className="min-w-0">
        <dt className="label">Pen name</dt>
        <dd className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 wrap-anywhere">
          {name === null ? 'None' : <bdi translate="no">{name}</bdi>}
          {changeFrom === null ? (
            <TextButton className="py-1" onClick={() => setChanging(true)}>
              {name === null ? 'Choose a pen name' : 'Change pen name'}
            </TextButton>
          ) : (
            name !== null && <ChangeableFrom at={changeFrom} />
          )}
        </dd>
      </dl>
      <p className="text-sm text-muted">Signs the reviews for which you choose it, and links to nothing.</p>
      <PenNameTakenAway penName={data} />
      {isChanging && <ChangePenName current={name} onClose={() => setChanging(false)} />}
    </div>
  )
}
