import type { Game, GameFile, GameSale } from '@nofiller/contract/catalog/catalog'
import { projectTypeLabel, stageLabel } from '@nofiller/contract/catalog/game-kinds'
import { showSize } from '@nofiller/contract/text/size'
import { showDate, showUtcMoment } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconChevronDown } from '../../../ui/icons.tsx'
import { PageTitle } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { DeviceIcon, DeviceName } from '../device-icon.tsx'
import { OldPrice, SaleEnd } from '../sale.tsx'

/** Title, developer, devices, tags, price and kind of a game; `lines` are facts in a line each. */
export function GameFacts({ game, lines }: { game: Game; lines: ReactNode }) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <PageTitle>
          <span translate="no">{game.title}</span>
        </PageTitle>
        <p>
          by{' '}
          <Link to={`/dev/${game.developer._id}`} translate="no" className="game-link">
            {game.devName}
          </Link>
        </p>
        <p className="flex flex-wrap gap-x-3.5 gap-y-1 text-ui/6 text-muted">
          {game.devices.map((device) => (
            <DeviceName key={device} device={device} />
          ))}
        </p>
      </div>
      <ul className="flex flex-wrap gap-1.5">
        {game.tags.map((tag) => (
          <li key={tag} className="flex">
            <Tag to={`/games?tag=${encodeURIComponent(tag)}`}>{tag}</Tag>
          </li>
        ))}
      </ul>
      <hr className="border-line" />
      {lines}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-2.5">
          {game.sale && (
            <b className="rounded-1 bg-text px-2 text-sm/6 font-750 text-(--game-bg,var(--bg))">
              −{game.sale.percent}%
            </b>
          )}
          <span className="d3">{game.isFree ? 'Free Game' : <Price dollars={game.price} />}</span>
          {game.payWhatYouWant && !game.isFree && <span className="text-muted">or more</span>}
          {game.sale && <OldPrice dollars={game.sale.listPrice} className="text-muted" />}
        </span>
        <span className="text-sm text-muted">
          {projectTypeLabel(game.projectType)} · {stageLabel(game.stage)} · {game.category}
        </span>
      </div>
      {game.sale && <SaleTerms sale={game.sale} />}
    </div>
  )
}

const SaleTerms = ({ sale }: { sale: GameSale }) => (
  <p className="-mt-3 text-sm text-muted">
    <b className="font-650 text-text">
      <SaleEnd sale={sale} />
    </b>{' '}
    · {showUtcMoment(sale.endsAt)}
    {sale.lowestPrice !== null && (
      <span className="block">
        Lowest price of the 30 days before: <Price dollars={sale.lowestPrice} />
      </span>
    )}
  </p>
)

/** A game's files under a heading; `action` renders each file's action, `noteOf` what else there is to say of it. */
export function FileList({
  title,
  files,
  action,
  noteOf,
}: {
  title: string
  files: readonly GameFile[]
  action?: (file: GameFile) => ReactNode
  noteOf?: (file: GameFile) => ReactNode
}) {
  if (files.length === 0) return null
  return (
    <section className="overflow-hidden rounded-2 border border-line">
      <h2 className="border-b border-line px-4 py-3 text-base/5 font-bold">{title}</h2>
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <li
            key={file._id}
            className="grid min-h-10 grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2.5 text-ui"
          >
            <span title={file.device}>
              <DeviceIcon device={file.device} className="size-4" />
              <span className="sr-only">{file.device}</span>
            </span>
            <span className="min-w-0">
              <span
                translate="no"
                className={`line-clamp-2 wrap-anywhere ${action ? 'font-semibold' : ''}`}
                title={file.name}
              >
                {file.name}
              </span>
              {action && <span className="block text-sm text-muted">{showSize(file.size)}</span>}
              {noteOf?.(file)}
            </span>
            {action ? action(file) : <span className="text-muted">{showSize(file.size)}</span>}
            <FileProof file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** When a file was built, and the hash that identifies its download. */
function FileProof({ file }: { file: GameFile }) {
  const day = (
    <span>
      Updated <time dateTime={file.updatedAt}>{showDate(file.updatedAt)}</time>
    </span>
  )
  if (file.sha256 === null) return <p className="col-span-2 col-start-2 mt-0.5 text-sm text-muted">{day}</p>
  return (
    <details className="group/proof col-span-2 col-start-2 mt-0.5 min-w-0 text-sm text-muted">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 max-phone:min-h-6">
        {day}
        <span className="inline-flex items-center gap-1 underline decoration-1 underline-offset-3">
          SHA-256
          <span className="sr-only"> of {file.name}</span>
          <IconChevronDown className="size-3 group-open/proof:rotate-180" />
        </span>
      </summary>
      <div className="mt-2 mb-1 grid justify-items-start gap-2">
        <code translate="no" className="mono wrap-anywhere text-text">
          {file.sha256}
        </code>
        <CopyButton text={file.sha256} name={`the SHA-256 of ${file.name}`} />
      </div>
    </details>
  )
}

/** The developer's own text. The server sanitizes it when it is saved and again when it is read (requirements 5.5). */
export const Description = ({ game }: { game: Game }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised HTML, see above
  <div dir="auto" className="game-text" dangerouslySetInnerHTML={{ __html: game.description }} />
)
