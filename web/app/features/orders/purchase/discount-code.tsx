import { goodId } from '@nofiller/contract/basket/basket-rules'
import { sumDollars } from '@nofiller/contract/pricing/money'
import { readCode } from '@nofiller/contract/sales/discount-code-rules'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button, TextButton } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { IconTag } from '../../../ui/icons.tsx'
import { Price } from '../../../ui/price.tsx'
import { sumOf } from './buying.ts'
import { bundleIdsOf, type PaidGood } from './checkout.ts'
import { forgetCode, rememberCode, rememberedCode } from './remembered-code.ts'

/** A discount code for some goods: their price with it, and fields to enter and remove it. */
export function useDiscountCode<Of extends PaidGood>(goods: readonly Of[]) {
  const [code, setCode] = useState(rememberedCode)
  /** A code from a link that is not valid for these goods is silently ignored. */
  const [isTyped, setTyped] = useState(false)
  const asked = goods.map(({ gameId, fileId }) => ({ gameId, fileId }))
  const bundleIds = bundleIdsOf(goods)
  const { data, error, isFetching } = useQuery({
    queryKey: ['POST /api/discount-codes/check', code, asked, bundleIds],
    queryFn: ({ signal }) =>
      call('POST /api/discount-codes/check', { body: { code: code ?? '', goods: asked, bundleIds }, signal }),
    enabled: code !== null && goods.length > 0,
    retry: false,
    staleTime: 10_000,
  })
  const reduced = code === null ? [] : (data?.items.filter(({ isByCode }) => isByCode) ?? [])
  const lines = goods.map((good) => {
    const item = reduced.find((each) => goodId(each) === goodId(good))
    return item ? { ...good, price: item.price } : good
  })
  const apply = (typed: string) => {
    setTyped(true)
    setCode(typed)
    rememberCode(typed)
  }
  const remove = () => {
    setTyped(false)
    setCode(null)
    forgetCode()
  }
  return {
    /** The active code; null without one. */
    code: reduced.length > 0 ? code : null,
    lines,
    /** How much it takes off, in dollars. */
    saved: sumDollars(sumOf(goods), -sumOf(lines)),
    problem: isTyped && code !== null && error ? problemOf(error) : null,
    isChecking: isFetching,
    apply,
    remove,
  }
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError
    ? messageOf(error, 'We couldn’t check this code. Please try again.')
    : 'We couldn’t check this code. Please try again.'

type DiscountCodeProps = { discount: ReturnType<typeof useDiscountCode>; locked: boolean }

/** The field for a discount code; once it applies, the amount off. */
export function DiscountCode({ discount, locked }: DiscountCodeProps) {
  const [isOpen, setOpen] = useState(false)
  if (discount.code !== null)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
        <IconTag className="size-4 text-go" />
        <span>
          Code{' '}
          <b translate="no" className="font-650">
            {discount.code}
          </b>
          :{' '}
          <b className="font-650">
            <Price dollars={-discount.saved} />
          </b>
        </span>
        <TextButton disabled={locked} onClick={discount.remove}>
          Remove code
        </TextButton>
      </p>
    )
  if (!isOpen && discount.problem === null)
    return (
      <TextButton className="justify-self-start py-1" disabled={locked} onClick={() => setOpen(true)}>
        Have a discount code?
      </TextButton>
    )
  return <CodeForm discount={discount} locked={locked} />
}

function CodeForm({ discount: { problem, isChecking, apply }, locked }: DiscountCodeProps) {
  const [typed, setTyped] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = readCode(typed)
    setEmpty(code === '')
    if (code !== '') apply(code)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field label="Discount code" error={isEmpty ? 'Enter a code.' : problem}>
        <span className="flex gap-2">
          <TextInput
            ref={input}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            disabled={locked}
          />
          <Button type="submit" busy={isChecking} disabled={locked}>
            Apply
          </Button>
        </span>
      </Field>
    </form>
  )
}
