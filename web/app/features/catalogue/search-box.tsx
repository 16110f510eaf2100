import { SUGGEST_FROM_LETTERS } from '@nofiller/contract/browsing'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { HiddenFields, IconInput } from '../../ui/field.tsx'
import { IconSearch } from '../../ui/icons.tsx'
import { optionsOf, SuggestionList, useSuggestions } from './suggestion-list.tsx'

const TYPING_PAUSE_MS = 300
const addressOfTag = (tag: string) => `/games?tag=${encodeURIComponent(tag)}`

type SearchBoxProps = {
  placeholder: string
  value?: string
  /** Called with the words when they are sent and whenever typing pauses; without it they go to `/games?q=` when sent. */
  onSearch?: (q: string) => void
  /** What else stays in the address when the form is sent without scripts. */
  kept?: Partial<Record<string, string>>
  /** Where a suggested tag leads. */
  tagAddress?: (tag: string) => string
  className?: string
}

/**
 * The search of the catalogue, with suggestions while one types (the combobox pattern of ARIA: the focus stays in the
 * field). Below it is a plain form, so that it works without scripts too.
 */
export function SearchBox({
  placeholder,
  value = '',
  onSearch,
  kept = {},
  tagAddress = addressOfTag,
  className = '',
}: SearchBoxProps) {
  const id = useId()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped, expect] = useTyped(value)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const search = (q: string) => {
    expect(q)
    if (onSearch) onSearch(q)
    else navigate(q === '' ? '/games' : `/games?q=${encodeURIComponent(q)}`)
  }
  const rested = useRestedWords(typed, (q) => {
    if (onSearch && q !== value && (q === '' || q.length >= SUGGEST_FROM_LETTERS)) search(q)
  })
  const suggestions = useSuggestions(rested, isOpen)
  const options = isOpen && suggestions ? optionsOf(suggestions, tagAddress) : []
  const optionId = (at: number) => `${id}-${at}`

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    close()
    search(typed.trim())
  }
  const move = (by: 1 | -1) => {
    if (!isOpen) return setOpen(true)
    // Past either end is the field itself.
    const places = options.length + 1
    const next = ((active + 1 + by + places) % places) - 1
    setActive(next)
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Escape' && options.length > 0) {
      event.preventDefault() // which would empty the field
      close()
    }
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      list.current?.querySelectorAll<HTMLElement>('[role=option]')[active]?.click()
    }
  }
  const blurred = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }

  return (
    <search className={className} onBlur={blurred}>
      <form action="/games" onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          Search games
        </label>
        <IconInput
          id={id}
          icon={<IconSearch />}
          type="search"
          name="q"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(-1)
            setOpen(true)
          }}
          onKeyDown={pressed}
          maxLength={100}
          placeholder={placeholder}
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={active >= 0 && options.length > 0 ? optionId(active) : undefined}
        />
        <HiddenFields values={kept} />
        <span role="status" className="sr-only">
          {isOpen && options.length > 0 && `${options.length} suggestions`}
        </span>
        {options.length > 0 && (
          <SuggestionList
            ref={list}
            id={`${id}-list`}
            options={options}
            optionId={optionId}
            active={active}
            onChosen={() => {
              close()
              setTyped('')
            }}
          />
        )}
      </form>
    </search>
  )
}

/**
 * What stands in the field. Words from elsewhere, as by Back or Clear all, take its place; those that the field sent
 * itself, and told by `expect`, do not: more may have been typed since.
 */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [expected, expect] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== expected) {
      expect(value)
      setTyped(value)
    }
  }
  return [typed, setTyped, expect] as const
}

/** The words once typing has paused, which is also told. */
function useRestedWords(typed: string, onRest: (words: string) => void): string {
  const words = typed.trim()
  const [rested, setRested] = useState(words)
  const rest = useEffectEvent((now: string) => {
    setRested(now)
    onRest(now)
  })
  useEffect(() => {
    const timer = setTimeout(() => rest(words), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}
