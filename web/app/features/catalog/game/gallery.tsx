import type { Game, Picture } from '@nofiller/contract/catalog/catalog'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useOnceHydrated } from '../../../ui/browser/hydrated.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Art } from '../art.tsx'
import { ShowNsfw } from '../nsfw.tsx'
import { SLIDE, Slides, slideByKey } from './slides.tsx'

const Lightbox = lazyPart(() => import('./lightbox.tsx'))

/** On phones. */
const SIDEWAYS = 'max-phone:-mx-4 max-phone:flex max-phone:px-4 max-phone:pb-1'

/** Their widths in `GameTheme`: a phone's entire window, or the panel's width beside its right column. */
const COVER_SIZES =
  '(min-width: 1360px) 688px, (min-width: 1200px) 648px, (min-width: 1024px) 766px, (min-width: 641px) calc(100vw - 128px), 100vw'
const SHOT_SIZES = '180px'

/** A game's cover and its screenshots, which can be enlarged. */
export function Gallery({ game }: { game: Game }) {
  const isVeiled = [game.coverImage, game.cardPicture, ...game.screenshots].some((picture) => picture?.veil)
  const lightbox = useLightbox()
  const coverBox = useRef<HTMLDivElement>(null)
  const shots = game.screenshots
  return (
    <div>
      <div
        ref={coverBox}
        tabIndex={-1}
        className="relative aspect-video overflow-hidden rounded-2 bg-(--game-line) max-phone:-mx-4 max-phone:rounded-none"
      >
        {isVeiled || shots.length === 0 ? (
          <Cover game={game} />
        ) : (
          <Stage game={game} onOpen={lightbox.open} />
        )}
        {isVeiled && (
          <div data-theme="dark" className="absolute inset-0 grid place-items-center">
            <span className="rounded-2 bg-[#110e10e6] text-text">
              <ShowNsfw onShown={() => coverBox.current?.focus()} />
            </span>
          </div>
        )}
      </div>
      {shots.length > 0 && (
        <ul
          // Only openable pictures scroll: a scrolling area must be reachable by keys. The height is the same.
          className={`mt-2 grid grid-cols-5 gap-2 ${SIDEWAYS} ${isVeiled ? 'max-phone:overflow-hidden' : 'max-phone:overflow-x-auto'}`}
        >
          {shots.map((shot, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders of two pictures may be alike
            <li key={`${at} ${shot.url}`} className="max-phone:w-38 max-phone:flex-none">
              <button
                type="button"
                disabled={isVeiled}
                aria-label={screenshotName(shot, at, shots.length)}
                onClick={() => lightbox.open(at)}
                onPointerEnter={Lightbox.preload}
                onFocus={Lightbox.preload}
                className="relative block aspect-video w-full cursor-zoom-in overflow-hidden rounded-1 bg-(--game-line) disabled:cursor-default"
              >
                <Art picture={shot} sizes={SHOT_SIZES} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {lightbox.at !== null && !isVeiled && (
        <Lightbox
          title={game.title}
          pictures={shots}
          at={lightbox.at}
          onMove={lightbox.move}
          onClose={lightbox.close}
        />
      )}
    </div>
  )
}

/** The cover, and beside it the screenshots, one at a time: by swipes and by arrow keys. */
function Stage({ game, onOpen }: { game: Game; onOpen: (at: number) => void }) {
  const [at, setAt] = useState(0)
  const shots = game.screenshots
  const pressed = (event: KeyboardEvent) => {
    const next = slideByKey(event, at, shots.length + 1)
    if (next === null) return
    event.preventDefault()
    setAt(next)
  }
  return (
    <Slides
      label={`Pictures of ${game.title}`}
      at={at}
      onMove={setAt}
      onKeyDown={pressed}
      className="size-full"
    >
      <li className={SLIDE}>
        <Cover game={game} />
      </li>
      {shots.map((shot, index) => (
        <li key={shot.url} className={SLIDE}>
          <Slide picture={shot} name={screenshotName(shot, index, shots.length)} />
          {/* For touch after a swipe; by keys, the small pictures below do the same. */}
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => onOpen(index)}
            className="absolute inset-0 cursor-zoom-in"
          />
        </li>
      ))}
    </Slides>
  )
}

/** Beside the cover and not yet visible: loaded after the page's scripts, or without scripts by the browser alone. */
function Slide({ picture, name }: { picture: Picture; name: string }) {
  const art = <Art picture={picture} sizes={COVER_SIZES} alt={name} />
  return useOnceHydrated(true) ? art : <noscript>{art}</noscript>
}

function Cover({ game }: { game: Game }) {
  const cover = game.coverImage ?? game.cardPicture
  if (!cover)
    return (
      <span translate="no" dir="auto" className="d2 grid size-full place-items-center px-6 text-center">
        {game.title}
      </span>
    )
  return <Art picture={cover} sizes={COVER_SIZES} alt={`Cover of ${game.title}`} eager />
}

const screenshotName = ({ alt }: Picture, at: number, count: number): string =>
  `Screenshot ${at + 1} of ${count}${alt && `: ${alt}`}`

/** The enlarged screenshot. It is a history entry, so Back closes it. */
function useLightbox() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const isOpen = useOnceHydrated(typeof state?.screenshot === 'number') // the server has no history
  const show = (screenshot: number, replace: boolean) =>
    navigate({ search }, { state: { screenshot }, replace, preventScrollReset: true })
  return {
    at: isOpen ? Number(state.screenshot) : null,
    open: (at: number) => show(at, false),
    move: (at: number) => show(at, true),
    close: () => navigate(-1),
  }
}
