import type { Sale } from '@nofiller/contract/sales/sales'
import { useRef, useState } from 'react'
import { DeveloperPage } from '../../features/authoring/own-games/developer-page.tsx'
import { Bundles } from '../../features/bundles/bundles.tsx'
import { Codes } from '../../features/sales/codes.tsx'
import { againOf, formOf, newSale, type SaleForm as Values } from '../../features/sales/sale-draft.ts'
import { SaleForm } from '../../features/sales/sale-form.tsx'
import { SaleTable } from '../../features/sales/sale-table.tsx'
import { TakePartDialog } from '../../features/sales/take-part-dialog.tsx'
import { useGamesToSell, useSales } from '../../features/sales/use-sales.ts'
import { titled } from '../../shell/store-info.ts'
import { currentTime } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconTag } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { List } from '../../ui/list/list.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Sales and codes')

/** The subject of the form: a new sale, perhaps a copy of an earlier one, or an existing one. */
type Editing = { key: number; saleId: string | null; initial: Values }

/** A developer's sales: planned, running and over, and the form for the next one. */
export default function DevSales() {
  const games = useGamesToSell()
  const [editing, setEditing] = useState<Editing>(() => ({
    key: 0,
    saleId: null,
    initial: newSale(currentTime()),
  }))
  const [joining, setJoining] = useState<Sale | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const edit = (saleId: string | null, initial: Values) =>
    setEditing(({ key }) => ({ key: key + 1, saleId, initial }))
  const editAndShow = (saleId: string | null, initial: Values) => {
    edit(saleId, initial)
    requestAnimationFrame(() => form.current?.querySelector('h2')?.focus())
  }
  return (
    <DeveloperPage>
      <PageTitle>Sales and codes</PageTitle>
      <List
        list={useSales()}
        error="Failed to load sales"
        skeleton={<Skeleton className="h-60" />}
        empty={
          <Empty title="No sales yet." icon={<IconTag />}>
            Plan one below: it starts and ends automatically.
          </Empty>
        }
      >
        {(sales) => (
          <SaleTable
            sales={sales}
            onEdit={(sale) => editAndShow(sale._id, formOf(sale))}
            onRunAgain={(sale) => editAndShow(null, againOf(sale, currentTime()))}
            onTakePart={setJoining}
          />
        )}
      </List>
      <div ref={form} className="grid grid-cols-1 gap-8">
        <QueryView query={games} error="Failed to load your games" skeleton={<Skeleton className="h-80" />}>
          {(own) => (
            <>
              <SaleForm
                key={editing.key}
                games={own}
                saleId={editing.saleId}
                initial={editing.initial}
                onDone={() => edit(null, newSale(currentTime()))}
              />
              <Bundles games={own} />
              <Codes games={own} />
              {joining && <TakePartDialog sale={joining} games={own} onClose={() => setJoining(null)} />}
            </>
          )}
        </QueryView>
      </div>
    </DeveloperPage>
  )
}
