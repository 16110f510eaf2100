import { SEARCH_MAX } from '@nofiller/contract/text/characters'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { IconCheck, IconPlus } from '../../../ui/icons.tsx'
import { GameResults } from './game-results.tsx'
import type { Featured } from './use-featured.ts'

const RESULTS_MAX = 8

/** Finds public games by words, to feature them. */
export function FindGame({ featured }: { featured: Featured }) {
  const [typed, setTyped] = useState('')
  return (
    <section aria-label="Games to feature" className="grid content-start gap-4">
      <Field label="Find a game" hint="Title, developer or tag, at least two letters.">
        <TextInput
          type="search"
          value={typed}
          maxLength={SEARCH_MAX}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <GameResults typed={typed} filter={{ state: 'public', limit: RESULTS_MAX }}>
        {(game) =>
          featured.has(game._id) ? (
            <span className="flex items-center gap-1.5 pr-2 text-sm text-muted">
              <IconCheck className="size-3.5" />
              Featured
            </span>
          ) : (
            <Button
              size="small"
              disabled={featured.isFull}
              aria-label={`Add ${game.title}`}
              onClick={() => featured.add(game)}
            >
              <IconPlus className="size-3.5" />
              Add
            </Button>
          )
        }
      </GameResults>
    </section>
  )
}
