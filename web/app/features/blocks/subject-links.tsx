import { useLocation } from 'react-router'
import { useUser } from '../../session/session.ts'
import { TextLink } from '../../ui/button.tsx'
import { IconBan, IconEyeOff } from '../../ui/icons.tsx'
import ReportLink from '../reports/report-link.tsx'
import { type Reported, titleOf } from '../reports/report-parts.ts'
import { type Blockable, useBlocks } from './use-blocks.ts'

type Subject = Exclude<Reported, { kind: 'post' }>

/** What a visitor can do against a game or a developer: report it, and with an account never see it again. */
export default function SubjectLinks({ subject }: { subject: Subject }) {
  return (
    <div className="grid justify-items-start gap-2">
      <BlockLinks subject={subject} />
      <ReportLink subject={subject}>
        {subject.kind === 'game' ? 'Report this game' : 'Report this developer'}
      </ReportLink>
    </div>
  )
}

/** Only for an account, and not for what is its own. */
function BlockLinks({ subject }: { subject: Subject }) {
  const user = useUser()
  const isShownOnce = new URLSearchParams(useLocation().search).get('show') === 'once'
  const { block } = useBlocks()
  const developer = developerOf(subject)
  if (user === null || user._id === developer.id) return null
  if (isShownOnce)
    return (
      <TextLink to="/settings/blocks" className="text-sm">
        Your blocks
      </TextLink>
    )
  return (
    <>
      {subject.kind === 'game' && (
        <button
          type="button"
          className={LINK}
          disabled={block.busy}
          onClick={() => block.press({ kind: 'game', id: subject.game._id, name: titleOf(subject) })}
        >
          <IconEyeOff className="size-3.5" />
          Not interested
        </button>
      )}
      <button type="button" className={LINK} disabled={block.busy} onClick={() => block.press(developer)}>
        <IconBan className="size-3.5" />
        Block this developer
      </button>
    </>
  )
}

const LINK = 'game-link flex cursor-pointer items-center gap-2 text-sm max-phone:min-h-6'

const developerOf = (subject: Subject): Blockable =>
  subject.kind === 'game'
    ? { kind: 'developer', id: subject.game.developer._id, name: subject.game.devName }
    : { kind: 'developer', id: subject.developer._id, name: titleOf(subject) }
