import { showPrice } from '@nofiller/contract/money'
import type { PaymentCase } from '@nofiller/contract/payment-cases'
import { useState } from 'react'
import { Button, TextLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showDay, showMoment } from '../../ui/when.ts'
import { CASE_NAMES } from './case-names.ts'
import { StatusPill } from './order-status.tsx'
import { ResolveCase } from './resolve-case.tsx'

/** What is to be done stands beside the button that says it was. */
const headOf = (areOpen: boolean) =>
  [
    { name: 'Opened' },
    { name: 'Case' },
    { name: 'Amount', align: 'right' },
    { name: 'Order' },
    { name: 'Transaction' },
    { name: areOpen ? 'Next step' : 'What was done' },
    ...(areOpen ? ([{ name: 'Action', align: 'right' }] as const) : []),
  ] as const

/** Payment cases for an admin, each with what is to be done, or was. */
export function CaseTable({ cases }: { cases: readonly PaymentCase[] }) {
  const [resolving, setResolving] = useState<PaymentCase | null>(null)
  const areOpen = cases.some((found) => found.resolvedAt === null)
  return (
    <>
      <Panel flush>
        <Table label="Payment cases" head={headOf(areOpen)}>
          {cases.map((found) => (
            <Row key={found._id}>
              <Cell className="whitespace-nowrap text-muted max-bar:order-1 max-bar:text-sm">
                {showDay(found.openedAt)}
              </Cell>
              <Cell className="font-650 whitespace-nowrap max-bar:order-3">{CASE_NAMES[found.kind]}</Cell>
              <Cell align="right" className="whitespace-nowrap max-bar:order-2 max-bar:font-650">
                {showPrice(found.amount)}
                {found.coin && <span className="block text-xs text-muted">{found.coin}</span>}
              </Cell>
              <Cell full className="max-bar:order-4">
                <TextLink to={`/receipt?order=${found.orderId}`}>{found.gameTitle}</TextLink>
                <span className="block text-sm break-words text-muted bar:max-w-48">{found.email}</span>
                <span className="mt-1 block">
                  <StatusPill status={found.orderStatus} />
                </span>
              </Cell>
              <Cell full className="max-bar:order-5 bar:max-w-40">
                <span className="mono block text-sm break-all text-muted">
                  {found.transactionIds.join(', ') || '–'}
                </span>
              </Cell>
              <Cell full className="max-bar:order-6 bar:max-w-72">
                <WhatToDo of={found} />
              </Cell>
              {areOpen && (
                <Cell align="right" className="max-bar:order-7 max-bar:col-span-2 max-bar:empty:hidden">
                  {found.resolvedAt === null && (
                    <Button
                      size="small"
                      aria-label={`Resolve ${CASE_NAMES[found.kind]}, ${found.gameTitle}`}
                      onClick={() => setResolving(found)}
                    >
                      Resolve
                    </Button>
                  )}
                </Cell>
              )}
            </Row>
          ))}
        </Table>
      </Panel>
      {resolving && <ResolveCase of={resolving} onClose={() => setResolving(null)} />}
    </>
  )
}

function WhatToDo({ of: found }: { of: PaymentCase }) {
  if (found.resolvedAt === null) return <>{found.nextStep}</>
  return (
    <>
      <span className="block break-words whitespace-pre-line">{found.note}</span>
      <span className="block text-xs text-muted">
        {found.resolvedBy ?? 'The store'}, {showMoment(found.resolvedAt)}
      </span>
    </>
  )
}
