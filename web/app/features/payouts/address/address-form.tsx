import { coinOf } from '@nofiller/contract/payments/coins'
import {
  type AddressCheck,
  addressGroups,
  checkAddress,
  PAYOUT_ADDRESS_MAX,
  wellFormed,
} from '@nofiller/contract/payouts/payout-address-rules'
import type { PayoutAddress } from '@nofiller/contract/payouts/payout-addresses'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Checkbox, Field, Radio, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { PasswordInput } from '../../../ui/form/password-input.tsx'
import { IconCheck, IconShield } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/page.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { coinOnNetwork } from '../transaction-link.tsx'

const STABLE = ['USDC', 'USDT']

/** A new payout address: checked while typing, compared by the user when it has no check digits, and confirmed by the password. */
export function AddressForm({ own }: { own: PayoutAddress }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { coins, suggestion, current, usableFrom } = own
  const form = useForm({
    initial: {
      coin: suggestion?.coin ?? current?.coin ?? coins[0] ?? '',
      address: suggestion?.address ?? '',
      compared: false as boolean,
      password: '',
    },
    check: ({ coin, address, compared, password }) => ({
      address: problemOf(checkAddress(coin, address, coins)),
      compared:
        mustCompare(checkAddress(coin, address, coins)) && !compared
          ? 'Compare it with your wallet first.'
          : null,
      password: password === '' ? 'Enter your password.' : null,
    }),
    send: ({ coin, address, password }) =>
      call('PUT /api/payout-address', { body: { coin, address: address.trim(), password } }),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: ['GET /api/payout-address'] })
      await client.invalidateQueries({ queryKey: ['GET /api/dev/payouts/summary'] })
      await client.invalidateQueries({ queryKey: ['GET /api/dev/payouts'] })
      toast('Your payout address was saved.')
      await navigate('/dev/earnings')
    },
  })
  const { coin, address, compared } = form.values
  const check = checkAddress(coin, address, coins)
  return (
    <Panel>
      <Form form={form} className="grid gap-6">
        <h2 className="d4">New address</h2>
        {suggestion && (
          <Note>
            The wallet of your profile looks like a payout address. Check it before you save it here.
          </Note>
        )}
        <Coins
          coins={coins}
          chosen={coin}
          onChoose={(chosen) => form.set({ coin: chosen, compared: false })}
        />
        <div className="grid gap-2">
          <Field label="Address" {...form.field('address')}>
            <TextInput
              className="mono"
              autoComplete="off"
              spellCheck={false}
              maxLength={PAYOUT_ADDRESS_MAX}
              onInput={() => form.set({ compared: false })}
            />
          </Field>
          {!form.problem('address') && <Verdict coin={coin} address={address} coins={coins} />}
        </div>
        {check.ok && mustCompare(check) && (
          <Compare
            coin={coin}
            address={check.address}
            isCompared={compared}
            problem={form.problem('compared')}
            onChange={(is) => form.set({ compared: is })}
          />
        )}
        <Field label="Your password" {...form.field('password')}>
          <PasswordInput autoComplete="current-password" />
        </Field>
        <Note kind="warn" icon={<IconShield className="size-4.5" />}>
          <b className="font-650">Payouts pause until the new address can be used.</b> If you save now, that
          is on {showUtcMoment(usableFrom)}. What is being prepared is cancelled, and its money goes into the
          next payout. We’ll email you a link that stops all payouts if this wasn’t you.
        </Note>
        <FormNote form={form} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form}>Save address</SubmitButton>
          <ButtonLink kind="quiet" to="/dev/earnings">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Panel>
  )
}

const problemOf = (check: AddressCheck): string | null => (check.ok ? null : check.reason)

/** A typo would not be detected. */
const mustCompare = (check: AddressCheck): boolean => check.ok && !check.hasChecksum

type CoinsProps = { coins: readonly string[]; chosen: string; onChoose: (coin: string) => void }

function Coins({ coins, chosen, onChoose }: CoinsProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-ui font-semibold">Coin and network</legend>
      <div className="grid gap-3 phone:grid-cols-2">
        {coins.map((coin) => (
          <span
            key={coin}
            className={`rounded-2 border px-4 py-2 ${coin === chosen ? 'border-accent inset-ring inset-ring-accent' : 'border-edge'}`}
          >
            <Radio
              name={name}
              checked={coin === chosen}
              onChange={() => onChoose(coin)}
              hint={
                STABLE.includes(coinOf(coin).ticker) ? 'Follows the dollar.' : 'Rate fixed when approved.'
              }
            >
              {coinOnNetwork(coin)}
            </Radio>
          </span>
        ))}
      </div>
    </fieldset>
  )
}

/** Messages about the address as soon as typing stops. */
function Verdict({ coin, address, coins }: { coin: string; address: string; coins: readonly string[] }) {
  const text = useDebounced(address) ?? ''
  const check = checkAddress(coin, text, coins)
  const isRight = check.ok
  return (
    <p
      role="status"
      className={`flex items-center gap-2 text-sm empty:hidden ${isRight ? 'text-go' : 'text-warn'}`}
    >
      {isRight && <IconCheck className="size-4" />}
      <span className="empty:hidden">
        {isRight ? wellFormed(coin) : text.trim() !== '' && problemOf(check)}
      </span>
    </p>
  )
}

type CompareProps = {
  coin: string
  address: string
  isCompared: boolean
  problem: string | null | undefined
  onChange: (isCompared: boolean) => void
}

/** The address in groups of four, if a typo can still look valid. */
function Compare({ coin, address, isCompared, problem, onChange }: CompareProps) {
  const { network } = coinOf(coin)
  const groups = addressGroups(address)
  return (
    <div className="grid gap-3 rounded-2 border border-line bg-inset p-4">
      <p className="text-sm text-muted">
        <b className="font-650 text-text">Compare it with your wallet, group by group.</b> {network} addresses
        carry no check digits: a typo can still look right, and money sent to it is lost.
      </p>
      <p translate="no" className="mono flex flex-wrap gap-x-4 gap-y-1 text-lg">
        {groups.map((group, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat, and never move
            key={at}
            className={at === 0 || at === groups.length - 1 ? 'text-accent light:underline' : ''}
          >
            {group}
          </span>
        ))}
      </p>
      <Checkbox checked={isCompared} onChange={({ target }) => onChange(target.checked)}>
        I compared it. It is mine, on {network}.
      </Checkbox>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
