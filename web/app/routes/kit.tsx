import { Fragment, type ReactNode, useLayoutEffect, useState } from 'react'
import { useForm } from '../api/use-form.ts'
import { useOnceHydrated } from '../ui/browser/hydrated.ts'
import { Button, type ButtonKind, ButtonLink, type ButtonSize, TextButton, TextLink } from '../ui/button.tsx'
import { ButtonCount } from '../ui/button-count.tsx'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { RankedList } from '../ui/chart/ranked-list.tsx'
import { currentTime } from '../ui/clock.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import * as rareIcons from '../ui/dashboard-icons.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Note, type NoteKind } from '../ui/feedback/note.tsx'
import { Progress } from '../ui/feedback/progress.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { ChoicePair } from '../ui/form/choice-pair.tsx'
import { DayFields } from '../ui/form/day-field.tsx'
import { Checkbox, Field, IconInput, Radio, Select, Textarea, TextInput } from '../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../ui/form/form.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { PasswordInput } from '../ui/form/password-input.tsx'
import { RadioList } from '../ui/form/radio-list.tsx'
import { Segmented } from '../ui/form/segmented.tsx'
import * as icons from '../ui/icons.tsx'
import { Count } from '../ui/list/count.tsx'
import { CsvButton } from '../ui/list/csv-button.tsx'
import { Empty } from '../ui/list/empty.tsx'
import { FilterSelect } from '../ui/list/filter-select.tsx'
import { List } from '../ui/list/list.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { PhoneFilters } from '../ui/list/phone-filters.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../ui/list/sort-choice.tsx'
import { Table } from '../ui/list/table.tsx'
import { ViewChoice } from '../ui/list/view-choice.tsx'
import { MovingTime } from '../ui/moving-time.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { PhoneBar } from '../ui/phone-bar.tsx'
import { Pill, type PillKind } from '../ui/pill.tsx'
import { Price } from '../ui/price.tsx'
import QrCode from '../ui/qr-code.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Fact, SellerBlock, Sheet } from '../ui/sheet.tsx'
import { ShortHash } from '../ui/short-hash.tsx'
import { SideNav } from '../ui/side-nav.tsx'
import { Steps } from '../ui/steps.tsx'
import { TabList, TabPanel } from '../ui/tabs.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeLeft } from '../ui/time-left.tsx'
import { UtcTime } from '../ui/utc-time.tsx'

const THEMES = ['dark', 'light'] as const
const KINDS: ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger']
const SIZES: ButtonSize[] = ['small', 'medium', 'large']
const PILLS: PillKind[] = ['neutral', 'go', 'warn', 'bad']
const NOTES: NoteKind[] = ['plain', 'go', 'warn', 'bad']
const DAY = '2026-11-01T12:00:00.000Z'
const HASH = 'b29b4a2174068b1b9d3c797933ede0ec3b540679bb51f683b0bc62c403e60cee'
const GAMES = ['Saltglass', 'Ninth Arch', 'Paper Foxes'].map((title, at) => ({ title, sold: 31 - 9 * at }))
type GameRow = (typeof GAMES)[number]
const COLUMNS = [
  { head: 'Game', cell: ({ title }: GameRow) => title },
  { head: 'Sold', cell: ({ sold }: GameRow) => sold, align: 'right' as const },
]
const { Icon: _any, icon: _make, ...common } = icons
const ICONS = Object.entries({ ...common, ...rareIcons }).toSorted(([a], [b]) => (a < b ? -1 : 1))
const nothing = () => undefined
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000))

/** Each component of `web/app/ui`, in each state and both themes. `npm run dev` alone has this page. */
export default function Kit() {
  // Of two themes on a page the outer one is dark: the `light:` variant asks for any element around that is light.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = 'dark'
  }, [])
  return (
    <div>
      {THEMES.map((theme) => (
        <div key={theme} data-theme={theme} className="min-w-0 bg-bg text-text">
          <Page title={theme === 'dark' ? 'Dark' : 'Light'}>
            <div className="grid gap-8">
              <Buttons />
              <Words />
              <Feedback />
              <Fields theme={theme} />
              <Forms />
              <Choices theme={theme} />
              <Lists />
              <Charts />
              <Papers />
              <Icons />
            </div>
          </Page>
        </div>
      ))}
    </div>
  )
}

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="grid grid-cols-1 gap-4">
    <h2 className="d4">{name}</h2>
    {children}
  </section>
)
const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)

const Buttons = () => (
  <Group name="Buttons">
    {KINDS.map((kind) => (
      <Row key={kind}>
        {SIZES.map((size) => (
          <Button key={size} kind={kind} size={size}>
            {`${kind}, ${size}`}
          </Button>
        ))}
        <Button kind={kind} busy busyLabel="Saving">
          Save
        </Button>
        <Button kind={kind} disabled icon={<icons.IconCheck />}>
          Disabled
        </Button>
        <Button kind={kind} square aria-label="Close">
          <icons.IconX />
        </Button>
      </Row>
    ))}
    <Button wide>Wide</Button>
    <Row>
      <ButtonLink to="/kit">A link as a button</ButtonLink>
      <TextLink to="/kit">A link in a text</TextLink>
      <TextButton>A button in a text</TextButton>
      <CopyButton text={HASH} name="the hash" />
      <ShortHash id={HASH} />
      <CsvButton load={async () => new Blob(['game\n'])} fileName="games.csv" failure={String} />
    </Row>
  </Group>
)

const Words = () => (
  <Group name="Words">
    <Row>
      {PILLS.map((kind) => (
        <Pill key={kind} kind={kind} icon={<icons.IconClock />}>
          {kind}
        </Pill>
      ))}
      <Tag>tag</Tag>
      <Tag to="/kit">link</Tag>
      <Tag dashed>none</Tag>
      <Count count={3} what="new" />
      <Count count={1_200} what="new" loud />
      <span className="relative inline-block size-10">
        <ButtonCount count="99+" />
      </span>
    </Row>
    <Row>
      <Price dollars={14.99} />
      <UtcTime iso={DAY} />
      <MovingTime iso={DAY} say={(iso) => iso.slice(0, 10)} />
      <TimeLeft from={DAY} until={DAY} />
      <Running />
    </Row>
    <CodeBlock name="Greeting in shell" head="Shell" code="echo hello" />
    <CopyField label="Send exactly" text="0.121491" name="Amount" hint="1 SOL = $160.51">
      0.121491 SOL
    </CopyField>
    <Steps
      label="Steps"
      steps={(['done', 'now', 'here', 'next', 'ended'] as const).map((state) => ({
        state,
        name: state,
        detail: 'What it means',
      }))}
    />
    <SideNav
      label="Places"
      places={[
        { to: '/kit', name: 'Here' },
        { to: '/', name: 'Elsewhere' },
      ]}
    />
  </Group>
)

function Running() {
  const isLive = useOnceHydrated(true)
  const [start] = useState(currentTime)
  const end = new Date(start.getTime() + 20 * 60_000)
  return isLive && <TimeLeft from={start.toISOString()} until={end.toISOString()} />
}

function Feedback() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Group name="Feedback">
      {NOTES.map((kind) => (
        <Note key={kind} kind={kind} action={kind === 'bad' ? <Button size="small">Try again</Button> : null}>
          {`A note: ${kind}`}
        </Note>
      ))}
      <Progress value={0.4} label="Uploading" />
      <Progress value={1} label="Uploaded" kind="go" />
      <Progress value={0.7} label="Failed" kind="bad" />
      <Skeleton className="h-24" />
      <Row>
        <Spinner />
        <Button onClick={() => toast('Saved')}>Toast</Button>
        <Button onClick={() => toast('Not saved', { kind: 'bad' })}>Toast of a failure</Button>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
      </Row>
      {isOpen && (
        <Dialog
          title="A dialog"
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          What it asks.
        </Dialog>
      )}
      <QueryView
        query={{ data: undefined, isError: true, refetch: nothing }}
        error="We couldn’t load this."
        skeleton={null}
      >
        {nothing}
      </QueryView>
      <PhoneBar title="Total" text={<Price dollars={14.99} />} button={<Button kind="primary">Pay</Button>} />
    </Group>
  )
}

const Fields = ({ theme }: { theme: string }) => (
  <Group name="Fields">
    {[null, 'This is wrong.'].map((error) => (
      <Fragment key={error}>
        <Field label="Text" hint="What to write" error={error}>
          <TextInput placeholder="Placeholder" />
        </Field>
        <Field label="Password" error={error}>
          <PasswordInput />
        </Field>
        <Field label="Select" error={error}>
          <Select>
            <option>One</option>
          </Select>
        </Field>
        <Field label="Long text" error={error} trailing={<TextLink to="/kit">Help</TextLink>}>
          <Textarea />
        </Field>
      </Fragment>
    ))}
    <TextInput aria-label="Disabled" disabled defaultValue="Disabled" />
    <IconInput aria-label="Search" icon={<icons.IconSearch />} />
    <Checkbox hint="With a hint" defaultChecked>
      A checkbox
    </Checkbox>
    <Checkbox disabled>A disabled one</Checkbox>
    <Radio name={`radio-${theme}`} defaultChecked>
      A radio
    </Radio>
    <Radio name={`radio-${theme}`}>Another</Radio>
  </Group>
)

function Forms() {
  const [isOpen, setOpen] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (email === '' ? { email: 'Enter an email address.' } : {}),
    send: later,
    onSent: () => setOpen(false),
  })
  const fields = (
    <>
      <Field label="Email" {...form.field('email')}>
        <TextInput />
      </Field>
      <FormNote form={form} sent="Sent." />
    </>
  )
  return (
    <Group name="Forms">
      {isOpen ? (
        <FormDialog form={form} title="A form in a dialog" button="Send" onClose={() => setOpen(false)}>
          {fields}
        </FormDialog>
      ) : (
        <Form form={form} className="grid gap-4">
          {fields}
          <Row>
            <SubmitButton form={form}>Send</SubmitButton>
            <Button onClick={() => setOpen(true)}>In a dialog</Button>
          </Row>
        </Form>
      )}
    </Group>
  )
}

function Choices({ theme }: { theme: string }) {
  const [value, setValue] = useState<'one' | 'two'>('one')
  const options = (['one', 'two'] as const).map((option) => ({ value: option, label: option }))
  const choice = { value, onChange: (next?: 'one' | 'two') => setValue(next ?? 'one') }
  const names = { one: 'One', two: 'Two' }
  return (
    <Group name="Choices">
      <ChoicePair legend="Pair" name={`pair-${theme}`} options={options} {...choice} />
      <ChoicePair legend="Wrong" name={`wrong-${theme}`} options={options} {...choice} error="Choose one." />
      <Row>
        <Segmented label="Modes" options={options} {...choice} />
        <RadioList
          legend="What follows"
          options={options.map((option) => ({ ...option, hint: 'What follows from it', note: '3 owners' }))}
          {...choice}
        />
        <ViewChoice label="Views" names={names} {...choice} />
        <FilterSelect label="Filter" names={names} none="All" {...choice} />
        <SortChoice names={TIME_SORT_NAMES} value="new" onChange={nothing} />
        <DayFields from="2026-11-01" to="" onChange={nothing} />
      </Row>
      <PhoneFilters>Filters, behind a button on phones</PhoneFilters>
      <TabList id={`tabs-${theme}`} label="Tabs" tabs={options} {...choice} />
      {options.map(({ value: tab }) => (
        <TabPanel key={tab} id={`tabs-${theme}`} tab={tab} isShown={tab === value}>
          {tab}
        </TabPanel>
      ))}
    </Group>
  )
}

function Lists() {
  const page = {
    data: GAMES as readonly GameRow[],
    isError: false,
    refetch: nothing,
    total: 9,
    isOutdated: false,
    more: { isThere: true, isLoading: false, isError: false, load: later },
    canReset: true,
    reset: nothing,
  }
  const none = { ...page, total: 0, more: { ...page.more, isThere: false }, canReset: false }
  const table = (rows: readonly GameRow[]) => (
    <Panel flush>
      <Table label="Games" columns={COLUMNS} rows={rows} keyOf={({ title }) => title} />
    </Panel>
  )
  const empty = <Empty title="No games yet." icon={<icons.IconGamepad />} action={<Button>Add one</Button>} />
  const search = { label: 'Search', placeholder: 'Title', value: 'fox', onChange: nothing }
  const noMatch = {
    title: 'No game matches.',
    icon: <icons.IconSearch />,
    filter: { search: 'fox' },
    onClear: nothing,
  }
  const list = { error: 'We couldn’t load the games.', empty }
  return (
    <Group name="Lists">
      <ListPage {...list} list={page} search={search} noMatch={noMatch}>
        {table}
      </ListPage>
      <ListPage {...list} list={{ ...none, data: [] }} search={search} noMatch={noMatch}>
        {table}
      </ListPage>
      <List list={{ ...none, data: [] }} {...list}>
        {table}
      </List>
      <List list={{ ...none, data: undefined, isError: true }} {...list}>
        {table}
      </List>
    </Group>
  )
}

const Charts = () => (
  <Group name="Charts">
    {([1, 2] as const).map((color) => (
      <Fragment key={color}>
        <BarChart
          title="Sold"
          step="Day"
          subtitle="3 days"
          color={color}
          show={String}
          points={GAMES.map(({ title, sold }) => ({ key: title, label: title, value: sold }))}
        />
        <RankedList
          title="Games"
          color={color}
          empty="None yet."
          rows={GAMES.map(({ title, sold }) => ({
            key: title,
            name: title,
            value: sold,
            shown: String(sold),
          }))}
        />
      </Fragment>
    ))}
    <RankedList title="Nothing" empty="None yet." rows={[]} />
  </Group>
)

const Papers = () => (
  <Group name="Panels and papers">
    <Panel>A panel</Panel>
    <Sheet>
      <SellerBlock
        seller={{
          name: 'No Filler',
          address: 'Pier 4',
          website: 'https://store.example',
          supportEmail: 'help@store.example',
          logoUrl: null,
        }}
      />
      <dl>
        <Fact name="Order">8F3K-2Q9X</Fact>
      </dl>
    </Sheet>
    <div className="w-40">
      <QrCode text="solana:address" label="A payment" />
    </div>
  </Group>
)

const Icons = () => (
  <Group name="Icons">
    <Row>
      {ICONS.map(([name, Named]) => (
        <span key={name} title={name}>
          <Named />
        </span>
      ))}
    </Row>
  </Group>
)
