import { isEnoughToSuggest } from '@nofiller/contract/catalog/browsing'
import { SEARCH_MAX } from '@nofiller/contract/text/characters'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { HiddenFields, IconInput } from '../../../ui/form/field.tsx'
import { IconSearch } from '../../../ui/icons.tsx'
import { optionsOf, SuggestionList, useSuggestions } from './suggestion-list.tsx'
import { useCombobox } from './use-combobox.ts'

const TYPING_PAUSE_MS = 300
const addressOfTag = (tag: string) => `/games?tag=${encodeURIComponent(tag)}`

type SearchBoxProps = {
  placeholder: string
  value?: string
  /** Called with the words when they are sent and whenever typing pauses; without it they go to `/games?q=` when sent. */
  onSearch?: (q: string) => void
  /** Other parameters of the URL, for sending the form without scripts. */
  hiddenFields?: Partial<Record<string, string>>
  /** The target of a suggested tag. */
  tagAddress?: (tag: string) => string
  className?: string
}

/** The search of the catalog, with suggestions while typing. It is a plain form underneath, so it works without scripts too. */
export function SearchBox({
  placeholder,
  value = '',
  onSearch,
  hiddenFields = {},
  tagAddress = addressOfTag,
  className = '',
}: SearchBoxProps) {
  const navigate = useNavigate()
  const combobox = useCombobox()
  const [typed, setTyped, expect] = useTyped(value)
  const search = (q: string) => {
    expect(q)
    if (onSearch) onSearch(q)
    else navigate(q === '' ? '/games' : `/games?q=${encodeURIComponent(q)}`)
  }
  const debounced = useDebouncedWords(typed, (q) => {
    if (onSearch && q !== value && (q === '' || isEnoughToSuggest(q))) search(q)
  })
  const suggestions = useSuggestions(debounced, combobox.isOpen)
  const options = combobox.isOpen && suggestions ? optionsOf(suggestions, tagAddress) : []

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    combobox.close()
    search(typed.trim())
  }
  const type = (words: string) => {
    setTyped(words)
    combobox.reopen()
  }
  const chosen = () => {
    combobox.close()
    setTyped('')
  }
  return (
    <search className={className} onBlur={combobox.onBlur}>
      <form action="/games" onSubmit={submit} className="relative">
        <label htmlFor={combobox.id} className="sr-only">
          Search games
        </label>
        <IconInput
          {...combobox.fieldProps(options.length)}
          icon={<IconSearch />}
          inputMode="search"
          enterKeyHint="search"
          name="q"
          value={typed}
          onChange={(event) => type(event.target.value)}
          maxLength={SEARCH_MAX}
          placeholder={placeholder}
          autoComplete="off"
          aria-keyshortcuts="/"
        />
        <HiddenFields values={hiddenFields} />
        <span role="status" className="sr-only">
          {options.length > 0 && `${options.length} suggestions`}
        </span>
        {options.length > 0 && <SuggestionList {...combobox.listProps} options={options} onChosen={chosen} />}
      </form>
    </search>
  )
}

/**
 * The text of the field. Words from elsewhere, as by Back or Clear all, replace it; those that the field sent itself,
 * announced by `expect`, do not: the user may have typed more since.
 */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value)
  const [previous, setPrevious] = useState(value)
  const [expected, expect] = useState(value)
  if (value !== previous) {
    setPrevious(value)
    if (value !== expected) {
      expect(value)
      setTyped(value)
    }
  }
  return [typed, setTyped, expect] as const
}

/** The words once typing has paused; `onPause` is called with them, too. */
function useDebouncedWords(typed: string, onPause: (words: string) => void): string {
  const words = typed.trim()
  const [debounced, setDebounced] = useState(words)
  const pause = useEffectEvent((now: string) => {
    setDebounced(now)
    onPause(now)
  })
  useEffect(() => {
    const timer = setTimeout(() => pause(words), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return debounced
}
