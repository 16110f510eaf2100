import {
  ACCESS_TEXT,
  VISIBILITIES,
  VISIBILITY_TEXT,
  type Visibility,
} from '@nofiller/contract/catalog/visibility-rules'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { useState } from 'react'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox } from '../../../ui/form/field.tsx'
import { Panel } from '../../../ui/page.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { GoingPublicDialog } from './going-public-dialog.tsx'
import { useAccess } from './use-access.ts'

const TITLE = 'Who can see the page'

/** Who sees a developer's game and whether it is sold: each change takes effect at once, and can be set back (LA1, LA3). */
export function AccessSettings({ game }: { game: SellerGame }) {
  const { access, isSaving, change } = useAccess(game)
  const [asks, setAsks] = useState(false)
  const setVisibility = (to: Visibility) =>
    change({
      to: { visibility: to },
      done: `${game.title} is ${to}.`,
      undo: { to: { visibility: access.visibility }, done: `${game.title} is ${access.visibility} again.` },
    })
  return (
    <section aria-labelledby="access" aria-busy={isSaving} className="grid grid-cols-1 gap-3">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="access" className="d3">
          {TITLE}
        </h2>
        <p className="text-sm text-muted">
          <span role="status">{isSaving && 'Saving… '}</span>
          {ACCESS_TEXT.ownersKeep}
        </p>
      </div>
      {game.visibility === 'private' && <Note className="mb-1">{HELD}</Note>}
      <ChoiceCards
        legend={TITLE}
        value={access.visibility}
        onChange={(to) => (to === 'public' ? setAsks(true) : setVisibility(to))}
        options={VISIBILITIES.map((value) => ({
          value,
          label: VISIBILITY_TEXT[value].name,
          hint: VISIBILITY_TEXT[value].who,
          consequences: VISIBILITY_TEXT[value].consequences,
          fields: value === 'unlisted' && (
            <Checkbox
              checked={access.onDeveloperPage}
              hint={ACCESS_TEXT.onDeveloperPageHint}
              onChange={({ target }) => change(onDeveloperPage(game, target.checked))}
            >
              {ACCESS_TEXT.onDeveloperPage}
            </Checkbox>
          ),
        }))}
      />
      <Panel className="py-3! phone:px-4!">
        <Checkbox
          role="switch"
          checked={access.notForSale}
          hint={ACCESS_TEXT.notForSaleHint}
          onChange={({ target }) => change(notForSale(game, target.checked))}
        >
          {ACCESS_TEXT.notForSale}
        </Checkbox>
      </Panel>
      {asks && (
        <GoingPublicDialog
          game={game}
          access={access}
          onConfirm={() => {
            setAsks(false)
            setVisibility('public')
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}

const HELD = 'Only you and our admins see this game now. What you choose here holds once it is in the store.'

const onDeveloperPage = ({ title }: SellerGame, isOn: boolean) => {
  const done = (on: boolean) => `${title} is ${on ? 'on' : 'not on'} your page.`
  return {
    to: { onDeveloperPage: isOn },
    done: done(isOn),
    undo: { to: { onDeveloperPage: !isOn }, done: done(!isOn) },
  }
}

const notForSale = ({ title }: SellerGame, isOff: boolean) => {
  const done = (off: boolean) => (off ? `${title} is not for sale.` : `${title} is for sale again.`)
  return {
    to: { notForSale: isOff },
    done: done(isOff),
    undo: { to: { notForSale: !isOff }, done: done(!isOff) },
  }
}
