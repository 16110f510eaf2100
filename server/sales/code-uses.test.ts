/** The rules on uses of a discount code, over all that can happen to its orders. `code-uses.slow.test.ts` asks a store the same. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../testing/properties.ts'
import { type CodeUses, useRefusal } from './discount-codes.ts'

type Order = {
  buyer: number
  isLocked: boolean
  isReleased: boolean
  wasSeenInTime: boolean
  paid: 'no' | 'with the code' | 'without it'
}
type Code = { uses: number | null; isOnce: boolean }

const usesCode = ({ isReleased, paid, isLocked, wasSeenInTime }: Order) =>
  !isReleased && (paid === 'with the code' || (paid === 'no' && (isLocked || wasSeenInTime)))

function countUses(orders: readonly Order[], buyer: number): CodeUses {
  const using = orders.filter(usesCode)
  return { all: using.length, own: using.filter((order) => order.buyer === buyer).length, network: 0 }
}

function checkOut(code: Code, orders: Order[], buyer: number): string | null {
  const held = orders.filter(
    (order) => order.buyer === buyer && order.paid === 'no' && usesCode(order) && !order.wasSeenInTime,
  )
  const others = orders.filter((order) => !held.includes(order))
  const refusal = useRefusal(code, countUses(others, buyer))
  if (refusal !== null) return refusal
  for (const order of held) order.isReleased = true
  orders.push({ buyer, isLocked: true, isReleased: false, wasSeenInTime: false, paid: 'no' })
  return null
}

function pay(code: Code, orders: readonly Order[], order: Order): void {
  if (order.paid !== 'no') return
  const others = orders.filter((other) => other !== order)
  const isUsed = usesCode(order) || useRefusal(code, countUses(others, order.buyer)) === null
  order.isReleased = !isUsed
  order.paid = isUsed ? 'with the code' : 'without it'
}

const step = fc.record({
  what: fc.constantFrom('check out', 'end the lock', 'see', 'pay'),
  buyer: fc.nat(3),
  order: fc.nat(20),
})

it('no code is used more often than allowed, and a lone buyer can retry until money arrives', () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 1, max: 3 })),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 25 }),
      (uses, isOnce, buyers, steps) => {
        const code = { uses, isOnce }
        const orders: Order[] = []
        for (const { what, buyer, order: at } of steps) {
          const order = orders[at % Math.max(1, orders.length)]
          if (what === 'check out') checkOut(code, orders, buyer % buyers)
          else if (order && what === 'pay') pay(code, orders, order)
          else if (order && what === 'end the lock') order.isLocked = false
          else if (order && what === 'see') order.wasSeenInTime ||= order.isLocked && order.paid === 'no'
          const paid = orders.filter((one) => one.paid === 'with the code')
          expect(paid.length).toBeLessThanOrEqual(uses ?? Number.POSITIVE_INFINITY)
          if (isOnce) expect(new Set(paid.map((one) => one.buyer)).size).toBe(paid.length)
        }
        const isUntouched = orders.every(({ wasSeenInTime, paid }) => !wasSeenInTime && paid === 'no')
        if (buyers === 1 && isUntouched) expect(checkOut(code, orders, 0)).toBeNull()
      },
    ),
    { numRuns: propertyRuns(10_000) },
  )
})
