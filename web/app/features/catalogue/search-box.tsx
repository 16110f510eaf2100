import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { IconInput } from '../../ui/field.tsx'
import { IconSearch } from '../../ui/icons.tsx'

type SearchBoxProps = {
  placeholder: string
  value?: string
  /** What a search does; without it the words go to `/games?q=`. */
  onSearch?: (q: string) => void
  className?: string
}

/** The search of the catalogue; a plain form, so that it works without scripts too. */
export function SearchBox({ placeholder, value = '', onSearch, className = '' }: SearchBoxProps) {
  const id = useId()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    if (onSearch) onSearch(q)
    else navigate(q === '' ? '/games' : `/games?q=${encodeURIComponent(q)}`)
  }
  return (
    <search className={className}>
      <form action="/games" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          Search games
        </label>
        <IconInput
          // A new search from elsewhere, as by Back or Clear all, is shown in the box.
          key={value}
          id={id}
          icon={<IconSearch />}
          type="search"
          name="q"
          defaultValue={value}
          maxLength={100}
          placeholder={placeholder}
        />
      </form>
    </search>
  )
}
