import { gamePath } from '@nofiller/contract/catalog/paths'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { PageTitle } from '../../ui/page.tsx'

type AuthColumnProps = {
  title: string
  lead?: ReactNode
  /** The popular game whose cover fills the other half of the page. */
  art: 0 | 1 | 2
  children: ReactNode
}

/** The form column of the account pages, 400 px wide; a game's cover fills the other half on wide screens. */
export function AuthColumn({ title, lead, art, children }: AuthColumnProps) {
  return (
    <div className="grid min-h-[calc(100dvh-65px)] max-bar:min-h-0 bar:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,440px)] place-content-center px-4 pt-10 pb-16 bar:grid-cols-[minmax(0,400px)] bar:px-8 bar:py-12">
        <div className="grid grid-cols-1 gap-6">
          <div className="grid gap-2">
            <PageTitle>{title}</PageTitle>
            {lead && <p className="text-muted">{lead}</p>}
          </div>
          <NeedsScripts to="use this form" />
          {children}
        </div>
      </div>
      <CoverArt index={art} />
    </div>
  )
}

/** Never NSFW: these pages are open to visitors of unknown age. */
function CoverArt({ index }: { index: number }) {
  const isWide = useSyncExternalStore(watchWidth, isWideNow, () => false)
  const game = useQuery({
    queryKey: ['account-art', index],
    queryFn: () => coverGame(index),
    enabled: isWide,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const cover = game.data?.coverImage ?? game.data?.cardPicture
  if (!game.data || !cover) return <div className="bg-inset max-bar:hidden" />
  return (
    <figure className="relative grid place-content-center justify-items-center gap-4 overflow-hidden bg-inset p-8 max-bar:hidden desktop:p-12">
      <img
        src={cover.blur}
        alt=""
        className="absolute inset-0 size-full scale-125 object-cover blur-2xl brightness-50"
      />
      <img
        src={cover.url}
        alt=""
        width={cover.width}
        height={cover.height}
        className="relative h-auto w-full max-w-160 rounded-3 shadow-pop"
      />
      <figcaption className="relative text-sm text-[#f5f3ee]">
        <Link to={gamePath(game.data.slug)} className="no-underline hover:underline">
          <b className="font-650">{game.data.title}</b> by {game.data.devName}
        </Link>
      </figcaption>
    </figure>
  )
}

async function coverGame(at: number) {
  const games = await call('GET /api/games', { query: { category: 'SFW', sort: 'popular', limit: 3 } })
  const game = games[at % Math.max(1, games.length)]
  return game ? call('GET /api/games/:id', { params: { id: game._id } }) : null
}

const WIDE = '(min-width: 850px)'
const isWideNow = () => window.matchMedia(WIDE).matches

function watchWidth(listener: () => void) {
  const media = window.matchMedia(WIDE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
